// What comes in quiet hours is posted together when they are over, once, whatever happens in between.
import { describe, expect, it } from 'vitest'
import { HOUR_MINUTES, MINUTE_MS } from '../../../src/domain/clock.js'
import { NO_GUILD_SETTINGS } from '../../../src/domain/guild.js'
import type { RoutedKind } from '../../../src/domain/notifications/settings.js'
import { addGame } from '../../store/contract/support.js'
import { CHANNEL, START } from '../months/simulated.js'
import { openPostOffice } from '../post-office.js'

const HOUR_MS = HOUR_MINUTES * MINUTE_MS
/** From midnight, when the notifications come, to an hour after the office opens. */
const QUIET = { from: 0, until: 13 * HOUR_MINUTES, timeZone: 'UTC' }
const SERVER = '1'

type QuietOffice = Awaited<ReturnType<typeof openPostOffice>>

const quietly = ({ store, scene }: QuietOffice, kind: RoutedKind, quietHours = QUIET) =>
  store.routes.put({ gameId: scene.game.id, kind, channelId: null, enabled: true, digest: null, quietHours })

async function openQuietOffice(): Promise<QuietOffice> {
  const office = await openPostOffice()
  for (const kind of ['record', 'milestone', 'status'] as const) await quietly(office, kind)
  return office
}

const kindsRendered = ({ rendered }: QuietOffice) => rendered.map(({ facts }) => facts.kind)

describe('what comes in quiet hours', () => {
  it('is posted as one message when they are over, in the order in which it came [DISCORD-35]', async () => {
    const office = await openQuietOffice()
    await office.notify(['record', 'milestone', 'status'])
    await office.deliver()
    expect(office.keysIn()).toEqual([])
    office.wait(HOUR_MS)
    for (let run = 0; run < 3; run++) await office.deliver()
    expect(office.keysIn()).toHaveLength(1)
    expect(kindsRendered(office)).toEqual(['batch'])
    expect(office.rendered[0]?.entries?.map(({ notification }) => notification.kind)).toEqual([
      'record',
      'milestone',
      'status',
    ])
    expect(await office.states()).toEqual(['record sent', 'milestone sent', 'status sent', 'batch sent'])
    const [batch, ...parts] = await office.store.outbox.list({ limit: 9 })
    expect(parts.map(({ messageId }) => messageId)).toEqual(parts.map(() => batch?.messageId))
  })

  it('in those of an alert rule, which are reported once they are over, is together too [DISCORD-35]', async () => {
    const office = await openPostOffice()
    const { store, scene } = office
    await scene.switchOn('alert')
    const hours = { from: 0, until: 2 * HOUR_MINUTES, timeZone: 'UTC' }
    for (const value of [100, 200])
      await store.rules.add({
        ...{ gameId: scene.game.id, metric: 'ccu', condition: { is: 'above', value }, readings: 1 },
        ...{ cooldownMinutes: 0, quietHours: hours, roleId: null, createdAt: 0 },
      })
    await scene.tick(START + HOUR_MINUTES, { ccu: 500 })
    expect(await scene.evaluate()).toEqual([])
    await scene.tick(START + 2 * HOUR_MINUTES, { ccu: 500 })
    expect(await scene.evaluate()).toHaveLength(2)
    for (let run = 0; run < 2; run++) await office.deliver()
    expect(kindsRendered(office)).toEqual(['batch'])
    expect(await office.states()).toEqual(['alert sent', 'alert sent', 'batch sent'])
  })

  for (const fault of ['crash before', 'crash after', 'lose the answer', 'never arrive'] as const)
    it(`is posted exactly once after "${fault}" [DISCORD-35]`, async () => {
      const office = await openQuietOffice()
      await office.notify(['record', 'milestone'])
      office.wait(HOUR_MS)
      office.faults.push(fault)
      await office.deliver()
      office.wait(10 * MINUTE_MS)
      await office.deliver()
      await office.deliver()
      expect(office.keysIn()).toHaveLength(1)
      expect(await office.states()).toEqual(['record sent', 'milestone sent', 'batch sent'])
    })

  it('is posted by itself where nothing else came', async () => {
    const office = await openQuietOffice()
    await office.notify(['record'])
    office.wait(HOUR_MS)
    await office.deliver()
    expect(await office.states()).toEqual(['record sent'])
  })

  it('is bounded in one message, and the rest is in a second one [DISCORD-35]', async () => {
    const office = await openQuietOffice()
    await office.notify(['record'], 60)
    office.wait(HOUR_MS)
    for (let run = 0; run < 3; run++) await office.deliver()
    expect(office.rendered.map(({ entries }) => entries?.length)).toEqual([50, 10])
  })

  it('of other games of the channel is in the same message, and goes with a game that is removed [DISCORD-35]', async () => {
    const office = await openQuietOffice()
    const { store, scene } = office
    const other = await addGame(store, scene.game.accountId, 6, { channelId: CHANNEL, createdAt: 0 })
    await store.routes.put({
      ...{ gameId: other.id, kind: 'record', channelId: null, enabled: true, digest: null },
      quietHours: QUIET,
    })
    await office.notify(['record', 'milestone'])
    const [first = expect.unreachable()] = await store.outbox.list({ limit: 1 })
    await store.outbox.add({ ...first, gameId: other.id, kind: 'record', subject: 'other' }, first.createdAt)
    office.wait(HOUR_MS)
    await store.outbox.gather(first.createdAt + 2 * HOUR_MS, () => false)
    await store.games.remove(scene.game.id, first.createdAt)
    await office.deliver()
    expect(office.rendered.map(({ entries }) => entries?.map(({ game }) => game.id))).toEqual([[other.id]])
  })

  it('of another game has a message of its own where each game has a thread [DISCORD-36]', async () => {
    const office = await openQuietOffice()
    const { store, scene } = office
    const other = await addGame(store, scene.game.accountId, 6, { channelId: CHANNEL, createdAt: 0 })
    await office.notify(['record', 'milestone'])
    const [first = expect.unreachable()] = await store.outbox.list({ limit: 1 })
    for (const subject of ['a', 'b'])
      await store.outbox.add({ ...first, gameId: other.id, kind: 'record', subject }, first.createdAt)
    await store.routes.put({
      ...{ gameId: other.id, kind: 'record', channelId: null, enabled: true, digest: null },
      quietHours: QUIET,
    })
    expect(await store.outbox.gather(first.createdAt + 2 * HOUR_MS, () => true)).toBe(2)
  })

  it('is changed in the message of the batch, and answered there [DISCORD-35]', async () => {
    const office = await openQuietOffice()
    await office.notify(['record', 'milestone'])
    const [, first = expect.unreachable()] = await office.store.outbox.list({ limit: 2 })
    const facts = { kind: 'record', ccu: 99, previous: 0 } as const
    const change = (as: 'edit' | 'reply', subject: string) =>
      office.store.outbox.add({ ...first, facts, subject, follows: { as, subject: first.subject } }, first.createdAt)
    await change('edit', 'while it is quiet')
    office.wait(HOUR_MS)
    await office.deliver()
    expect(office.keysIn()).toHaveLength(1)
    const factsShown = () => office.rendered.at(-1)?.entries?.map(({ notification }) => notification.facts)
    expect(factsShown()?.[0]).toEqual(facts)
    await quietly(office, 'record', { ...QUIET, until: 1 })
    const later = { ...facts, ccu: 120 }
    const follows = { as: 'edit', subject: first.subject } as const
    await office.store.outbox.add({ ...first, facts: later, subject: 'later', follows }, first.createdAt)
    await office.deliver()
    expect(office.edits).toEqual([{ messageId: office.keysIn()[0], key: office.keysIn()[0] }])
    expect(factsShown()?.[0]).toEqual(later)
    await change('reply', 'the end')
    await office.deliver()
    expect(office.messages.at(-1)?.replyTo).toBe(office.keysIn()[0])
  })
})

describe('the quiet hours of a server', () => {
  const setServer = async ({ store, scene }: QuietOffice, letsUrgent: boolean) => {
    await store.guilds.link({ guildId: SERVER, accountId: scene.game.accountId, linkedAt: 0 })
    await store.guildSettings.noteChannel(CHANNEL, SERVER)
    const quietHours = { from: QUIET.from, until: QUIET.until }
    await store.guildSettings.put(SERVER, { ...NO_GUILD_SETTINGS, quietHours, letsUrgent })
    await scene.switchOn('status')
    await scene.switchOn('alert')
  }

  it('hold every kind in all of its channels, news of Roblox as a whole too [DISCORD-35]', async () => {
    const office = await openPostOffice()
    await setServer(office, false)
    await office.notify(['record', 'status', 'alert', 'platform_incident'])
    await office.deliver()
    expect(office.messages).toEqual([])
    office.wait(HOUR_MS)
    await office.deliver()
    expect(kindsRendered(office)).toEqual(['batch'])
    expect(office.rendered[0]?.entries).toHaveLength(4)
  })

  it('let through what is urgent where the server chose that [DISCORD-35]', async () => {
    const office = await openPostOffice()
    await setServer(office, true)
    await office.notify(['record', 'status', 'milestone', 'platform_incident', 'alert'])
    await office.deliver()
    expect((await office.states()).filter((state) => state.endsWith(' sent'))).toEqual([
      'status sent',
      'platform_incident sent',
      'alert sent',
    ])
    office.wait(HOUR_MS)
    await office.deliver()
    expect((await office.states()).at(-1)).toBe('batch sent')
  })
})
