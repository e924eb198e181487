// What the audit log says about the changes of each service that manages something. Every change of a form, of a command in
// Discord and of the command line passes one of these methods.
import type { Account } from '../../domain/account.js'
import type { AuditAction } from '../../domain/audit/audit-entry.js'
import type { Game } from '../../domain/game.js'
import type { Panel } from '../../domain/live-updates/panel.js'
import type { RuleChoice } from '../../domain/notifications/settings.js'
import type { Store } from '../../domain/ports/store.js'
import type { createLoginLinks } from '../auth/login-links.js'
import type { createImportRevenue } from '../management/import-revenue.js'
import type { createImportSamples } from '../management/import-samples.js'
import type { createLinkChannel } from '../management/link-channel.js'
import type { createLinkGuild } from '../management/link-guild.js'
import type { createManageAccounts } from '../management/manage-accounts.js'
import type { createManageGuilds } from '../management/manage-guilds.js'
import type { createManageKeys } from '../management/manage-keys.js'
import type { createManageLiveMessages } from '../management/manage-live-messages.js'
import type { createManageMembers } from '../management/manage-members.js'
import type { createManageNotes } from '../management/manage-notes.js'
import type { createMarkGames } from '../management/mark-games.js'
import type { createRestoreSamples } from '../management/restore-samples.js'
import type { createTrackGame } from '../management/track-game.js'
import type { createManageNotifications } from '../notifications/manage-notifications.js'
import type { createMarkExpected } from '../notifications/mark-expected.js'
import type { createBotToken } from '../operator/bot-token.js'
import type { createScheduledPosts } from '../posts/scheduled-posts.js'
import type { createShareLinks } from '../sharing/share-links.js'
import type { createWallLinks } from '../sharing/wall-links.js'
import { type AuditLog, type AuditNote, noted } from './audit-log.js'

interface AuditedServices {
  readonly accounts: ReturnType<typeof createManageAccounts>
  readonly botToken: ReturnType<typeof createBotToken>
  readonly members: ReturnType<typeof createManageMembers>
  readonly loginLinks: ReturnType<typeof createLoginLinks>
  readonly games: ReturnType<typeof createTrackGame>
  readonly marks: ReturnType<typeof createMarkGames>
  readonly linkChannel: ReturnType<typeof createLinkChannel>
  readonly keys: ReturnType<typeof createManageKeys>
  readonly guilds: ReturnType<typeof createLinkGuild>
  readonly guildKeeping: ReturnType<typeof createManageGuilds>
  readonly scheduledPosts: ReturnType<typeof createScheduledPosts>
  readonly live: ReturnType<typeof createManageLiveMessages>
  readonly notes: ReturnType<typeof createManageNotes>
  readonly notifications: ReturnType<typeof createManageNotifications>
  readonly expected: ReturnType<typeof createMarkExpected>
  readonly shareLinks: ReturnType<typeof createShareLinks>
  readonly wallLinks: ReturnType<typeof createWallLinks>
  readonly importSamples: ReturnType<typeof createImportSamples>
  readonly importRevenue: ReturnType<typeof createImportRevenue>
  readonly restoreSamples: ReturnType<typeof createRestoreSamples>
}

const ofAccount = (action: AuditAction, { id, name }: Pick<Account, 'id' | 'name'>, subject = name): AuditNote => ({
  action,
  accountId: id,
  subject,
})

const ofGame = (action: AuditAction, { accountId, name }: Game, detail = ''): AuditNote => ({
  action,
  accountId,
  subject: detail === '' ? name : `${name}: ${detail}`,
})

/** For example `isActive=false, channelId=1`. */
const fieldsOf = (change: object): string =>
  Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(', ')

/** For example `ccu below 500`. */
const ruleText = ({ metric, condition }: Pick<RuleChoice, 'metric' | 'condition'>): string =>
  `${metric} ${condition.is} ${'by' in condition ? condition.by : condition.value}`

/** The part of the services that changes something, with each change noted. */
export function auditedServices(all: AuditedServices, log: AuditLog, store: Store): AuditedServices {
  const gameOf = async (id: number, action: AuditAction, detail: string): Promise<AuditNote | undefined> => {
    const game = await store.games.byId(id)
    return game && ofGame(action, game, detail)
  }
  const ofServer = async (guildId: string, action: AuditAction, detail: string): Promise<AuditNote> => {
    const link = await store.guilds.byId(guildId)
    return { action, accountId: link?.accountId ?? null, subject: `${guildId}: ${detail}` }
  }
  const liveOf = ({ guildId, gameId }: Pick<Panel, 'guildId' | 'gameId'>, detail: string) =>
    gameId === null
      ? ofServer(guildId, 'panel or counter changed', detail)
      : gameOf(gameId, 'panel or counter changed', detail)
  const { linkChannel, importSamples, importRevenue, restoreSamples } = all
  return {
    ...noted({ linkChannel, importSamples, importRevenue, restoreSamples }, log, {
      linkChannel: (_, game, { channelId }) => ofGame('channel linked', game, channelId),
      importSamples: ({ imported, corrected }, _, options) => ({
        action: 'samples imported',
        accountId: options?.owner?.id ?? null,
        subject: `imported=${imported}, corrected=${corrected}`,
      }),
      importRevenue: ({ imported }, game) => ofGame('revenue imported', game, `imported=${imported}`),
      restoreSamples: (_, { universeId, isDryRun }) =>
        isDryRun ? undefined : { action: 'samples restored', accountId: null, subject: `${universeId ?? 'all games'}` },
    }),
    accounts: noted(all.accounts, log, {
      create: (account) => ofAccount('account created', account, `${account.name}: plan=${account.plan}`),
      change: ({ account }, _, terms) => ofAccount('account changed', account, `${account.name}: ${fieldsOf(terms)}`),
      remove: (account) => ofAccount('account removed', account),
    }),
    botToken: noted(all.botToken, log, {
      change: (name) => ({ action: 'bot token changed', accountId: null, subject: name }),
      remove: () => ({ action: 'bot token removed', accountId: null, subject: '' }),
    }),
    members: noted(all.members, log, {
      add: (_, account, userId, role) => ofAccount('member set', account, `${userId}: ${role}`),
      give: (_, account, userId, role) => ofAccount('member set', account, `${userId}: ${role}`),
      remove: (_, account, userId) => ofAccount('member removed', account, userId),
      removeMember: (_, account, userId) => ofAccount('member removed', account, userId),
    }),
    loginLinks: noted(all.loginLinks, log, {
      create: (_, account, role) => ofAccount('sign-in link created', account, role),
    }),
    games: noted(all.games, log, {
      add: ({ game, isNew }) => (isNew ? ofGame('game added', game) : undefined),
      addByText: ({ game, isNew }) => (isNew ? ofGame('game added', game) : undefined),
      change: (_, game, change) => ofGame('game changed', game, fieldsOf(change)),
      remove: (_, game) => ofGame('game removed', game),
      resumeAll: ({ resumed }, account) =>
        ofAccount('games resumed', account, resumed.map(({ name }) => name).join(', ')),
    }),
    marks: noted(all.marks, log, { setTags: (_, game, text) => ofGame('tags changed', game, text) }),
    keys: noted(all.keys, log, {
      create: ({ name, prefix }, account) => ofAccount('key created', account, `${name} (${prefix})`),
      rotate: ({ name, prefix }, { accountId }) => ({
        action: 'key rotated',
        accountId,
        subject: `${name} (${prefix})`,
      }),
      revoke: ({ name, prefix, accountId }) => ({ action: 'key revoked', accountId, subject: `${name} (${prefix})` }),
    }),
    guilds: noted(all.guilds, log, {
      link: (_, account, guildId) => ofAccount('server linked', account, guildId),
      unlink: (_, account, guildId) => ofAccount('server unlinked', account, guildId),
      createCode: (_, account) => ofAccount('server code created', account),
      useCode: ({ accountId, guildId }) => ({ action: 'server linked', accountId, subject: guildId }),
    }),
    guildKeeping: noted(all.guildKeeping, log, {
      change: (_, guildId, change) => ofServer(guildId, 'server settings changed', fieldsOf(change)),
    }),
    scheduledPosts: noted(all.scheduledPosts, log, {
      keep: (_, { guildId, topic, channelId }) =>
        ofServer(guildId, 'server settings changed', `scheduled ${topic} in ${channelId}`),
      remove: (_, guildId, id) => ofServer(guildId, 'server settings changed', `no scheduled post ${id}`),
    }),
    live: noted(all.live, log, {
      keepPanel: (_, { channelId, ...of }) => liveOf(of, `panel in ${channelId}`),
      removePanel: (_, { channelId, ...of }) => liveOf(of, `no panel in ${channelId}`),
      keepCounter: (_, { gameId, channelId }) => gameOf(gameId, 'panel or counter changed', `counter in ${channelId}`),
      removeCounter: (_, channelId) => ({
        action: 'panel or counter changed',
        accountId: null,
        subject: `no counter in ${channelId}`,
      }),
    }),
    notes: noted(all.notes, log, {
      add: (_, game, { text }) => ofGame('note added', game, text),
      remove: (_, accountId, id) => ({ action: 'note removed', accountId, subject: `${id}` }),
    }),
    notifications: noted(all.notifications, log, {
      switchOn: (_, game, kind) => ofGame('notifications switched on', game, kind),
      switchOff: (_, game, kind) => ofGame('notifications switched off', game, kind),
      mute: (_, game, kind) => ofGame('notifications muted', game, kind),
      addRule: (rule) => gameOf(rule.gameId, 'rule added', ruleText(rule)),
      addRules: (_, games, choice) => {
        const [first] = games
        const subject = `${games.length === 1 ? first?.name : `${games.length} games`}: ${ruleText(choice)}`
        return first && { action: 'rule added', accountId: first.accountId, subject }
      },
      changeRule: (rule) => gameOf(rule.gameId, 'rule changed', ruleText(rule)),
      pauseRule: (rule, _, __, isPaused) =>
        gameOf(rule.gameId, isPaused ? 'rule paused' : 'rule resumed', ruleText(rule)),
      removeRule: (rule) => gameOf(rule.gameId, 'rule removed', ruleText(rule)),
      retry: (_, id) => ({ action: 'notification retried', accountId: null, subject: `${id}` }),
    }),
    expected: noted(all.expected, log, {
      mark: ({ gameId, note }) => gameOf(gameId, 'expected time added', note),
      markEvent: ({ gameId, note }) => gameOf(gameId, 'expected time added', note),
      remove: (_, game, id) => ofGame('expected time removed', game, `${id}`),
    }),
    shareLinks: noted(all.shareLinks, log, {
      create: (_, game) => ofGame('share link created', game),
      revoke: (_, game) => ofGame('share link revoked', game),
    }),
    wallLinks: noted(all.wallLinks, log, {
      create: (_, account) => ofAccount('wall link created', account),
      revoke: (_, account) => ofAccount('wall link revoked', account),
    }),
  }
}
