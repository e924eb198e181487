// All services of Headcount, created from the ports. Each adapter gets this object and nothing else.
import type { Clock } from '../domain/clock.js'
import type { Plans } from '../domain/plan.js'
import { type Activity, noteReads } from '../domain/ports/activity.js'
import type { DiscordAccess } from '../domain/ports/discord-directory.js'
import type { Log } from '../domain/ports/events.js'
import type { IconEncoder, IconSource } from '../domain/ports/icons.js'
import type { DiscordIdentity } from '../domain/ports/identity.js'
import type { Lookups } from '../domain/ports/lookups.js'
import type { Platform } from '../domain/ports/platform.js'
import { noPopularity, type Popularity } from '../domain/ports/popularity.js'
import type { SecretStore } from '../domain/ports/secrets.js'
import type { SettingStore, Store } from '../domain/ports/store.js'
import type { Upkeep } from '../domain/ports/upkeep.js'
import type { ClockCheck } from '../domain/time/clock-check.js'
import { createAuditLog } from './audit/audit-log.js'
import { createDiscordSignIn, type SignUp } from './auth/discord-sign-in.js'
import { createLoginLinks } from './auth/login-links.js'
import { createManageSessions } from './auth/manage-sessions.js'
import { createListServers } from './discord/list-servers.js'
import { createIconRecords, createReadIcons } from './icons/icon-records.js'
import { createRefreshIcons } from './icons/refresh-icons.js'
import { createCompareGains } from './insights/compare-gains.js'
import { createCompareNow } from './insights/compare-now.js'
import { createCountMarket, type MarketMode } from './insights/count-market.js'
import { SavedHours } from './insights/hourly/saved-hours.js'
import { SerialWork } from './insights/hourly/serial-work.js'
import { createMarkExpected } from './insights/mark-expected.js'
import { createMarket } from './insights/market.js'
import { createUsual } from './insights/usual.js'
import { createUsualNow } from './insights/usual-now.js'
import { createVisiblePast } from './insights/visible-past.js'
import { createLookups } from './lookups/create-lookups.js'
import { createImportRevenue } from './management/import-revenue.js'
import { createImportSamples } from './management/import-samples.js'
import { createLinkChannel } from './management/link-channel.js'
import { createLinkGuild } from './management/link-guild.js'
import { createManageAccounts } from './management/manage-accounts.js'
import { createManageGuilds } from './management/manage-guilds.js'
import { createManageKeys } from './management/manage-keys.js'
import { createManageLiveMessages } from './management/manage-live-messages.js'
import { createManageMembers } from './management/manage-members.js'
import { createManageNotes } from './management/manage-notes.js'
import { createMarkGames } from './management/mark-games.js'
import { createPreviewImport } from './management/preview-import.js'
import { createRecordUsage } from './management/record-usage.js'
import { createRestoreSamples } from './management/restore-samples.js'
import { createSearchGames } from './management/search-games.js'
import { createTrackGame } from './management/track-game.js'
import { createEvaluateTicks } from './notifications/evaluate-ticks.js'
import { createManageNotifications } from './notifications/manage-notifications.js'
import { createPastExample, createSamples, type SampleOutlet } from './notifications/past-example.js'
import { createPreviewRule, createRuleReady } from './notifications/preview-rule.js'
import { createBackups } from './operator/backups.js'
import type { TokenCheckResult } from './operator/bot-token.js'
import { createBotToken } from './operator/bot-token.js'
import type { BackupPlan } from './operator/copies/backup-plan.js'
import { createDiskForecast } from './operator/disk-forecast.js'
import { createFirstRun } from './operator/first-run.js'
import { createListAccounts } from './operator/list-accounts.js'
import { createMeasureProcess } from './operator/measure-process.js'
import { createPlatformCalls } from './operator/platform-calls.js'
import { createShowOperation } from './operator/show-operation.js'
import { createShowStatus } from './operator/show-status.js'
import { createVerifyStore } from './operator/verify-store.js'
import { createOperatorWarnings } from './operator/warnings.js'
import { createManagePersonAlerts } from './person-alerts/manage-person-alerts.js'
import { createScheduledPosts } from './posts/scheduled-posts.js'
import { createChartSeries } from './reading/chart-series.js'
import { createCheckHealth, type HealthProbes } from './reading/check-health.js'
import { createCurrentStats } from './reading/current-stats.js'
import { createDataVersions } from './reading/data-versions.js'
import { createGameEvents } from './reading/events/game-events.js'
import { createListEvents } from './reading/events/list-events.js'
import { createListGaps } from './reading/events/list-gaps.js'
import { createExpectMilestones } from './reading/expect-milestones.js'
import { createExportSamples } from './reading/export/export-samples.js'
import { accountExportSlots, publicExportSlots } from './reading/export/export-slots.js'
import { createFindGame } from './reading/find-game.js'
import { createDescribeGame } from './reading/game/describe-game.js'
import { createExportView } from './reading/game/export-view.js'
import { createReadHeadline } from './reading/game/headline.js'
import { createGameOverview } from './reading/game/overview.js'
import { createGamesNow, MAX_SCANS } from './reading/games-now.js'
import { createGuildView } from './reading/guild-view.js'
import { createCurrentIncidents } from './reading/home/current-incidents.js'
import { createShowHome } from './reading/home/show-home.js'
import { createPublicGames } from './reading/public-games.js'
import { createRankGames } from './reading/ranking/rank-games.js'
import { createShowRanking } from './reading/ranking/show-ranking.js'
import { createReadAhead } from './reading/read-ahead.js'
import { createReportUsage } from './reading/report-usage.js'
import { createBucketReader } from './reading/series/bucket-reader.js'
import { createReadSeries } from './reading/series/read-series.js'
import { createSummarizeGames } from './reading/summarize-games.js'
import { createSummarizeBefore, createSummarizeSpan } from './reading/summarize-span.js'
import { createUpdateReports } from './reading/updates/update-reports.js'
import { createReadUsualLine } from './reading/usual-line.js'
import { createShowWall } from './reading/wall/show-wall.js'
import { createSampleNewGame } from './sampling/sample-new-game.js'
import { createSampleTick, TICK_TIMEOUT_MS } from './sampling/sample-tick.js'
import { createTickHeadroom } from './sampling/tick-headroom.js'
import { createBadgeFigures } from './sharing/badge-figures.js'
import { createShareLinks } from './sharing/share-links.js'
import { createWallLinks } from './sharing/wall-links.js'

export interface ServiceDeps {
  readonly store: Store
  readonly platform: Platform
  readonly lookups: Lookups
  readonly iconSource: IconSource
  readonly encodeIcon: IconEncoder
  readonly popularity: Popularity
  /** undefined if signing in with Discord is not configured. */
  readonly identity: DiscordIdentity | undefined
  readonly signUp: SignUp
  readonly clock: Clock
  readonly clockCheck: ClockCheck
  readonly plans: Plans
  readonly parts: HealthProbes
  readonly activity: Activity
  readonly log: Log
  readonly upkeep: Upkeep
  readonly market: MarketMode
  /** The Discord user ids of OPERATORS. */
  readonly operators: readonly string[]
  /** DISCORD_TOKEN. */
  readonly environmentToken: string | undefined
  readonly checkToken: (token: string) => Promise<TokenCheckResult>
  /** Undefined if BACKUP_DIR is not set. */
  readonly backupPlan: BackupPlan | undefined
  readonly discord: DiscordAccess
  readonly outlet: SampleOutlet
}

export function createServices(ports: ServiceDeps) {
  const usage = createRecordUsage(ports)
  const tickHeadroom = createTickHeadroom(ports.platform, TICK_TIMEOUT_MS)
  const backups = createBackups({
    ...ports,
    settings: ports.store.settings,
    clockState: ports.clockCheck.state,
  })
  const verification = createVerifyStore(ports)
  const checkHealth = createCheckHealth({ ...ports, tickHeadroom, backups, verification })
  const diskForecast = createDiskForecast(ports)
  const measureProcess = createMeasureProcess({ ...ports, backups, verification })
  const platformCalls = createPlatformCalls(ports)
  const { settings, openFile } = ports.store
  const warnings = createOperatorWarnings({ ...ports, settings, openFile, diskForecast, backups })
  const usual = createUsual(ports)
  const market = createMarket(ports)
  const hourlyWork = new SerialWork(ports.store.series.readsAtOnce > 1 ? MAX_SCANS : 1)
  const savedHours = new SavedHours(ports)
  const hourly = { usual, work: hourlyWork, saved: savedHours }
  const usualNow = createUsualNow({ ...ports, ...hourly })
  const gains = createCompareGains({ ...ports, ...hourly })
  const visibleNear = createVisiblePast(ports)
  const audit = createAuditLog(ports)
  const auditedDeps = { ...ports, audit }
  const audited = {
    accounts: createManageAccounts(auditedDeps),
    botToken: createBotToken({ ...auditedDeps, secrets: ports.store.secrets, settings: ports.store.settings }),
    members: createManageMembers(auditedDeps),
    loginLinks: createLoginLinks(auditedDeps),
    games: createTrackGame(auditedDeps),
    marks: createMarkGames(auditedDeps),
    linkChannel: createLinkChannel(auditedDeps),
    keys: createManageKeys(auditedDeps),
    guilds: createLinkGuild(auditedDeps),
    guildKeeping: createManageGuilds(auditedDeps),
    scheduledPosts: createScheduledPosts(auditedDeps),
    live: createManageLiveMessages({ ...auditedDeps, usualNow, visibleNear }),
    notes: createManageNotes(auditedDeps),
    notifications: createManageNotifications(auditedDeps),
    expected: createMarkExpected(auditedDeps),
    shareLinks: createShareLinks(auditedDeps),
    wallLinks: createWallLinks(auditedDeps),
    importSamples: createImportSamples(auditedDeps),
    importRevenue: createImportRevenue(auditedDeps),
    restoreSamples: createRestoreSamples(auditedDeps),
  }
  const compareNow = createCompareNow({ ...ports, visibleNear, usualNow, gains, market })
  const rankGames = createRankGames(ports)
  const gamesNow = createGamesNow({ ...ports, usualNow, gains, visibleNear, market, rankGames })
  const listEvents = createListEvents(ports)
  const dataVersions = createDataVersions(ports)
  const icons = createIconRecords(ports.store.icons, noteReads(ports.activity, 'icons'))
  const exportSamples = createExportSamples({ ...ports, dataVersions })
  const bucketReader = createBucketReader({ ...ports, dataVersions })
  const readSeries = createReadSeries({ ...ports, usual, usualNow, bucketReader })
  const summarizeGames = createSummarizeGames(ports)
  const readHeadline = createReadHeadline({ ...ports, usual })
  const previewRule = createPreviewRule(ports)
  const updateReports = createUpdateReports({ ...ports, dataVersions })
  const expectMilestones = createExpectMilestones(ports)
  const currentIncidents = createCurrentIncidents({ ...ports, listEvents })
  const pastExample = createPastExample({ ...ports, previewRule, updateReports })
  return {
    clock: ports.clock,
    /** Whether rankings also show the ranks of an external source. */
    hasPopularity: ports.popularity !== noPopularity,
    plans: ports.plans,
    settings: ports.store.settings as SettingStore,
    secrets: ports.store.secrets as SecretStore,
    events: ports.store.events,
    leases: ports.store.leases,
    windowCounter: ports.store.windowCounter,
    /** True if no game is tracked yet: a new installation. */
    isEmpty: async () => (await ports.store.universes.tracked()).length === 0,
    audit,
    ...audited,
    firstRun: createFirstRun({ ...ports, createAccount: audited.accounts.create }),
    searchGames: createSearchGames(ports),
    sampleNewGame: createSampleNewGame(ports),
    personAlerts: createManagePersonAlerts(ports),
    sessions: createManageSessions(ports),
    discordSignIn: createDiscordSignIn(ports),
    findGame: createFindGame(ports),
    guildView: createGuildView(ports),
    sampleTick: createSampleTick({ ...ports, tickHeadroom }),
    evaluateTicks: createEvaluateTicks(ports),
    countMarket: createCountMarket(ports),
    market,
    icons: createReadIcons(icons, ports.store.icons),
    refreshIcons: createRefreshIcons({ ...ports, icons }),
    previewImport: createPreviewImport(ports),
    usage,
    reportUsage: createReportUsage({ ...ports, usage }),
    latestSamples: ports.store.series.latest,
    currentStats: createCurrentStats(ports),
    gamesNow,
    showHome: createShowHome({ ...ports, usual, gamesNow, listEvents, currentIncidents }),
    showWall: createShowWall({ ...ports, usual, gamesNow, currentIncidents, expectMilestones }),
    compareNow,
    gameOverview: createGameOverview({ ...ports, usualNow, compareNow, readHeadline, expectMilestones }),
    chartSeries: createChartSeries(ports),
    readUsualLine: createReadUsualLine({ ...ports, usual, usualNow }),
    readSeries,
    dataVersions,
    exportSamples,
    exportSlots: accountExportSlots(),
    publicExportSlots: publicExportSlots(),
    summarizeGames,
    readAhead: createReadAhead({ ...ports, rankGames, gamesNow, summarizeGames }),
    summarizeSpan: createSummarizeSpan(ports),
    summarizeBefore: createSummarizeBefore(ports),
    expectMilestones,
    previewRule,
    samples: createSamples({ ...ports, pastExample }),
    servers: createListServers(ports),
    ruleReady: createRuleReady(ports),
    gameEvents: createGameEvents(ports),
    listEvents,
    listGaps: createListGaps(ports),
    updateReports,
    shownGame: createDescribeGame({ ...ports, compareNow, bucketReader }),
    readHeadline,
    exportShown: createExportView({ exportSamples }),
    publicGames: createPublicGames(ports),
    badgeFigure: createBadgeFigures(ports),
    rankGames,
    showRanking: createShowRanking(ports),
    lookUp: createLookups(ports),
    savedHours,
    checkHealth,
    showStatus: createShowStatus({ ...ports, checkHealth }),
    backups,
    warnings,
    verification,
    activity: ports.activity,
    measureProcess,
    diskForecast,
    showOperation: createShowOperation({
      checkHealth,
      measureProcess,
      diskForecast,
      verification,
      platformCalls,
      warnings,
    }),
    listAccounts: createListAccounts(ports),
  }
}

export type Services = ReturnType<typeof createServices>
