// Every kind of change that the audit log knows, in each way in which it is made.

import { expect } from 'vitest'
import type { AuditAction } from '../../src/domain/audit/audit-entry.js'
import { MINUTE_MS, WEEK_MINUTES } from '../../src/domain/clock.js'
import type { Game } from '../../src/domain/game.js'
import { DEFAULT_RULE } from '../../src/domain/notifications/settings.js'
import { blockOf, sample } from '../store/contract/support.js'
import { rowsOfSamples } from '../support/import-rows.js'
import type { Tenant } from '../support/start-http.js'
import type { TestWeb } from '../web/support/start-web.js'

export const GUILD = '100000000000000001'
export const CHANNEL = '100000000000000002'

interface AuditScene {
  readonly web: TestWeb
  readonly tenant: Tenant
  readonly game: Game
  readonly other: Game
}

let { web, tenant, game, other } = {} as AuditScene
let count = 0

/** Must be called before a change is prepared. */
export function changeIn(scene: AuditScene): void {
  ;({ web, tenant, game, other } = scene)
}

/** Makes what the change needs, and returns the change. */
type Preparation = () => Promise<() => Promise<unknown>>

const name = (): string => `Name ${++count}`
export const now = (): number => Math.floor(web.clock.now() / MINUTE_MS)
const ruleOf = async () => web.services.notifications.addRule({ ...DEFAULT_RULE, gameId: game.id })
const memberOf = async (): Promise<string> => {
  const id = `${91_000_000 + ++count}`
  await web.services.members.add(web.account, id, 'viewer')
  return id
}
const panelDraft = () => ({ guildId: GUILD, channelId: CHANNEL, gameId: null, messageId: `${++count}` })
const postDraft = () => ({ guildId: GUILD, channelId: CHANNEL, topic: 'digest' as const, weekday: 1, at: ++count })
const counterDraft = () => ({
  channelId: CHANNEL,
  guildId: GUILD,
  gameId: game.id,
  metric: 'ccu' as const,
  template: `{players} ${++count}`,
})
const keyOf = () => web.services.keys.create(web.account, name())

/** A notification that Discord rejected, and whose channel was paused for it. */
export async function failedNotification(): Promise<number> {
  const facts = { kind: 'record', ccu: 10, previous: 9 } as const
  const draft = { gameId: game.id, accountId: web.account.id, kind: 'record', occurredAt: now(), facts } as const
  await web.store.outbox.add({ ...draft, subject: `ccu:${++count}` }, web.clock.now())
  const [newest = expect.unreachable()] = await web.store.outbox.list({ limit: 1 })
  const claimed = (await web.store.outbox.claim(newest.id, CHANNEL, web.clock.now())) ?? expect.unreachable()
  await web.store.outbox.recordOutcome(claimed, { state: 'dead_letter', reason: 'Missing Access.' })
  return newest.id
}

async function removedSamples(): Promise<number> {
  const { universeId } = await web.track(5, tenant.account)
  const first = Math.floor(now() / WEEK_MINUTES) - 8
  for (let week = first; week < first + 5; week++) {
    const minutes = Array.from({ length: 1000 }, (_, index) => week * WEEK_MINUTES + index * 10)
    await web.store.series.importBlock(
      blockOf(
        universeId,
        minutes.map((minute) => sample(universeId, minute)),
      ),
    )
  }
  await web.store.series.maintain()
  return universeId
}

const rowsAt = (ago: number) => rowsOfSamples([sample(game.universeId, now() - ago)])

export const AUDITED_CHANGES: Readonly<Record<AuditAction, Readonly<Record<string, Preparation>>>> = {
  'account created': { create: async () => () => web.services.accounts.create({ name: name(), plan: 'free' }) },
  'account changed': {
    'name and plan': async () => {
      const { account } = await web.tenant({ plan: 'premium' })
      return () => web.services.accounts.change(`${account.id}`, { name: name(), plan: 'enterprise' })
    },
  },
  'account removed': {
    remove: async () => {
      const { account } = await web.tenant()
      return () => web.services.accounts.remove(`${account.id}`)
    },
  },
  'game added': { add: async () => () => web.services.games.add(web.account, universeAt(6)) },
  'game changed': { pause: async () => () => web.services.games.change(other, { isActive: ++count % 2 === 0 }) },
  'game removed': {
    remove: async () => {
      const removable = await web.track(7)
      return () => web.services.games.remove(removable)
    },
  },
  'games resumed': {
    resume: async () => {
      await web.services.games.change(other, { isActive: false })
      return () => web.services.games.resumeAll(web.account)
    },
  },
  'channel linked': {
    'from another game': async () => {
      await web.services.linkChannel(other, { channelId: CHANNEL, guildId: undefined })
      return () => web.services.linkChannel(game, { channelId: CHANNEL, guildId: GUILD })
    },
  },
  'tags changed': { set: async () => () => web.services.marks.setTags(game, name()) },
  'key created': { create: async () => keyOf },
  'key rotated': {
    'at once': async () => {
      const key = await keyOf()
      return () => web.services.keys.rotate(key, 0)
    },
    'with a grace': async () => {
      const key = await keyOf()
      return () => web.services.keys.rotate(key, 24)
    },
  },
  'key revoked': {
    revoke: async () => {
      const key = await keyOf()
      return () => web.services.keys.revoke(key)
    },
  },
  'member set': {
    'by the operator': async () => () => web.services.members.add(web.account, `${92_000_000 + ++count}`, 'viewer'),
    'by an owner': async () => () => web.services.members.give(web.account, `${92_000_000 + ++count}`, 'viewer'),
  },
  'member removed': {
    'by the operator': async () => {
      const id = await memberOf()
      return () => web.services.members.remove(web.account, id)
    },
    'by an owner': async () => {
      const id = await memberOf()
      return () => web.services.members.removeMember(web.account, id)
    },
  },
  'sign-in link created': { create: async () => () => web.services.loginLinks.create(web.account, 'viewer') },
  'server code created': { create: async () => () => web.services.guilds.createCode(web.account) },
  'server linked': {
    directly: async () => () => web.services.guilds.link(web.account, `${200_000_000 + ++count}`),
    'with a code': async () => {
      const { code } = await web.services.guilds.createCode(web.account)
      return () => web.services.guilds.useCode(code, `${200_000_000 + ++count}`)
    },
  },
  'server unlinked': {
    unlink: async () => {
      const guildId = `${200_000_000 + ++count}`
      await web.services.guilds.link(web.account, guildId)
      return () => web.services.guilds.unlink(web.account, guildId)
    },
  },
  'server settings changed': {
    settings: async () => () => web.services.guildKeeping.change(GUILD, { newsChannelId: `${++count + 10_000}` }),
    'a scheduled post': async () => () => web.services.scheduledPosts.keep(postDraft()),
    'no scheduled post': async () => {
      const post = await web.services.scheduledPosts.keep({ ...postDraft(), topic: 'records' })
      return () => web.services.scheduledPosts.remove(GUILD, post?.id ?? 0)
    },
  },
  'notifications switched on': {
    'a kind': async () => () =>
      web.services.notifications.switchOn(game, 'record', { channelId: `${++count + 10_000}` }),
    'the channel of alerts': async () => () => web.services.notifications.moveAlerts(game, `${++count + 10_000}`),
  },
  'notifications switched off': {
    'a kind': async () => {
      await web.services.notifications.switchOn(game, 'milestone', {})
      return () => web.services.notifications.switchOff(game, 'milestone')
    },
  },
  'notifications muted': { mute: async () => () => web.services.notifications.mute(game, 'record', now() + ++count) },
  'rule added': {
    'to one game': async () => ruleOf,
    'to several games': async () => () =>
      web.services.notifications.addRules([game, other], { ...DEFAULT_RULE }, `${++count + 10_000}`),
  },
  'rule changed': {
    change: async () => {
      const { id } = await ruleOf()
      const choice = { ...DEFAULT_RULE, cooldownMinutes: ++count }
      return () => web.services.notifications.changeRule(web.account, id, choice)
    },
  },
  'rule paused': {
    pause: async () => {
      const { id } = await ruleOf()
      return () => web.services.notifications.pauseRule(web.account, id, true)
    },
  },
  'rule resumed': {
    resume: async () => {
      const { id } = await ruleOf()
      await web.services.notifications.pauseRule(web.account, id, true)
      return () => web.services.notifications.pauseRule(web.account, id, false)
    },
  },
  'rule removed': {
    remove: async () => {
      const { id } = await ruleOf()
      return () => web.services.notifications.removeRule(web.account, id)
    },
  },
  'notification retried': {
    'of a paused channel': async () => {
      const id = await failedNotification()
      await web.services.notifications.switchOn(game, 'record', { channelId: CHANNEL })
      await web.store.routes.pause({ channelId: CHANNEL, reason: 'gone', since: now(), until: now() + 60 })
      return () => web.services.notifications.retry(id)
    },
  },
  'expected time added': {
    mark: async () => () => web.services.expected.mark(game, { from: now(), until: now() + ++count }, 'event'),
  },
  'expected time removed': {
    remove: async () => {
      const { id } = await web.services.expected.mark(game, { from: now(), until: now() + 5 })
      return () => web.services.expected.remove(game, id)
    },
  },
  'note added': { add: async () => () => web.services.notes.add(game, { text: name(), author: null }) },
  'note removed': {
    remove: async () => {
      const { id } = await web.services.notes.add(game, { text: name(), author: null })
      return () => web.services.notes.remove(web.account.id, id)
    },
  },
  'share link created': {
    create: async () => () => web.services.shareLinks.create(game, { query: '', createdBy: null }),
  },
  'share link revoked': {
    revoke: async () => {
      const { id } = await web.services.shareLinks.create(game, { query: '', createdBy: null })
      return () => web.services.shareLinks.revoke(game, id)
    },
  },
  'wall link created': {
    create: async () => () => web.services.wallLinks.create(web.account, { query: '', createdBy: null }),
  },
  'wall link revoked': {
    revoke: async () => {
      const { id } = await web.services.wallLinks.create(web.account, { query: '', createdBy: null })
      return () => web.services.wallLinks.revoke(web.account, id)
    },
  },
  'panel or counter changed': {
    'a panel': async () => () => web.services.live.keepPanel(panelDraft()),
    'no panel': async () => {
      const panel = await web.services.live.keepPanel(panelDraft())
      return () => web.services.live.removePanel(panel)
    },
    'a counter': async () => () => web.services.live.keepCounter(counterDraft()),
    'no counter': async () => {
      await web.services.live.keepCounter(counterDraft())
      return () => web.services.live.removeCounter(CHANNEL)
    },
  },
  'samples imported': { import: async () => () => web.services.importSamples(rowsAt(60 + ++count)) },
  'revenue imported': {
    import: async () => {
      const day = Math.floor(now() / 1440) - ++count
      async function* rows() {
        yield { line: 2, day, amount: 5 }
      }
      return () => web.services.importRevenue(game, rows(), new AbortController().signal)
    },
  },
  'samples restored': {
    restore: async () => {
      const universeId = await removedSamples()
      const range = { start: 0, end: Math.floor(now() / 1440) }
      return () => web.services.restoreSamples({ universeId, range, isDryRun: false })
    },
  },
  'bot token changed': { change: async () => () => web.services.botToken.change(web.discord.token) },
  'bot token removed': {
    remove: async () => {
      await web.services.botToken.change(web.discord.token)
      return () => web.services.botToken.remove()
    },
  },
}

const universeAt = (index: number) => ({ universeId: web.simulator.world.games[index]?.universeId ?? 0 })
