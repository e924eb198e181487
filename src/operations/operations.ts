// What Headcount can do: every operation bound to the ports. Each door is handed this object and nothing else.
import type { Clock } from '../domain/clock.js'
import type { Plans } from '../domain/plan.js'
import type { DiscordIdentity } from '../domain/ports/identity.js'
import type { Log } from '../domain/ports/log.js'
import type { LookUps } from '../domain/ports/look-ups.js'
import type { Platform } from '../domain/ports/platform.js'
import type { Popularity } from '../domain/ports/popularity.js'
import type { SettingStore, Store } from '../domain/ports/store.js'
import type { Upkeep } from '../domain/ports/upkeep.js'
import type { ClockCheck } from '../domain/time/clock-check.js'
import { bindLookingUp } from './looking-up/looking-up.js'
import { bindImportRevenue } from './managing/import-revenue.js'
import { bindImportSamples } from './managing/import-samples.js'
import { bindKeepGuilds } from './managing/keep-guilds.js'
import { bindKeepLive } from './managing/keep-live.js'
import { bindLinkChannel } from './managing/link-channel.js'
import { bindLinkGuild } from './managing/link-guild.js'
import { bindManageAccounts } from './managing/manage-accounts.js'
import { bindManageKeys } from './managing/manage-keys.js'
import { bindManageMembers } from './managing/manage-members.js'
import { bindRecordUsage } from './managing/record-usage.js'
import { createRestoreSamples } from './managing/restore-samples.js'
import { bindTrackGame } from './managing/track-game.js'
import { createEvaluateTicks } from './notifications/evaluate-ticks.js'
import { createManageNotifications } from './notifications/manage-notifications.js'
import { createPreviewRule } from './notifications/preview-rule.js'
import { bindVerifyStore } from './operating/verify-store.js'
import { bindChartSeries } from './reading/chart-series.js'
import { bindCheckHealth, type HealthProbes } from './reading/check-health.js'
import { bindCurrentStats } from './reading/current-stats.js'
import { bindExpectMilestones } from './reading/expect-milestones.js'
import { bindExportSamples } from './reading/export-samples.js'
import { accountExportSlots, publicExportSlots } from './reading/export-slots.js'
import { bindFindGame } from './reading/find-game.js'
import { bindDescribeGame } from './reading/game/describe-game.js'
import { bindExportShown } from './reading/game/export-shown.js'
import { bindGuildView } from './reading/guild-view.js'
import { bindPublicGames } from './reading/public-games.js'
import { bindRankGames } from './reading/ranking/rank-games.js'
import { bindShowRanking } from './reading/ranking/show-ranking.js'
import { bindReportUsage } from './reading/report-usage.js'
import { bindSummarizeGames } from './reading/summarize-games.js'
import { bindSummarizeSpan } from './reading/summarize-span.js'
import { bindUpdatesWithin } from './reading/updates-within.js'
import { bindSampleTick } from './sampling/sample-tick.js'
import { bindDiscordSignIn, type SignUp } from './signing-in/discord-sign-in.js'
import { bindLoginLinks } from './signing-in/login-links.js'
import { bindManageSessions } from './signing-in/manage-sessions.js'

export interface ServiceDeps {
  readonly store: Store
  readonly platform: Platform
  readonly lookUps: LookUps
  readonly popularity: Popularity
  /** undefined: signing in with Discord is not set up. */
  readonly identity: DiscordIdentity | undefined
  readonly signUp: SignUp
  readonly clock: Clock
  readonly clockCheck: ClockCheck
  readonly plans: Plans
  readonly parts: HealthProbes
  readonly log: Log
  readonly upkeep: Upkeep
}

export function bindOperations(ports: ServiceDeps) {
  const usage = bindRecordUsage(ports)
  return {
    clock: ports.clock,
    plans: ports.plans,
    settings: ports.store.settings as SettingStore,
    events: ports.store.events,
    /** Nobody tracks anything yet: a new installation. */
    isEmpty: async () => (await ports.store.universes.tracked()).length === 0,
    accounts: bindManageAccounts(ports),
    members: bindManageMembers(ports),
    sessions: bindManageSessions(ports),
    loginLinks: bindLoginLinks(ports),
    discordSignIn: bindDiscordSignIn(ports),
    games: bindTrackGame(ports),
    findGame: bindFindGame(ports),
    linkChannel: bindLinkChannel(ports),
    keys: bindManageKeys(ports),
    guilds: bindLinkGuild(ports),
    guildView: bindGuildView(ports),
    guildKeeping: bindKeepGuilds(ports),
    live: bindKeepLive(ports),
    notifications: createManageNotifications(ports),
    sampleTick: bindSampleTick(ports),
    evaluateTicks: createEvaluateTicks(ports),
    importSamples: bindImportSamples(ports),
    importRevenue: bindImportRevenue(ports),
    restoreSamples: createRestoreSamples(ports),
    usage,
    reportUsage: bindReportUsage({ ...ports, usage }),
    currentStats: bindCurrentStats(ports),
    chartSeries: bindChartSeries(ports),
    exportSamples: bindExportSamples(ports),
    exportSlots: accountExportSlots(),
    publicExportSlots: publicExportSlots(),
    summarizeGames: bindSummarizeGames(ports),
    summarizeSpan: bindSummarizeSpan(ports),
    expectMilestones: bindExpectMilestones(ports),
    previewRule: createPreviewRule(ports),
    updatesWithin: bindUpdatesWithin(ports),
    shownGame: bindDescribeGame(ports),
    exportShown: bindExportShown(ports),
    publicGames: bindPublicGames(ports),
    rankGames: bindRankGames(ports),
    showRanking: bindShowRanking(ports),
    lookUp: bindLookingUp(ports),
    checkHealth: bindCheckHealth(ports),
    verification: bindVerifyStore(ports),
  }
}

export type Services = ReturnType<typeof bindOperations>
