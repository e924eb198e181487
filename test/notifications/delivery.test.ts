import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../src/domain/clock.js'
import { NO_GUILD_SETTINGS } from '../../src/domain/guild.js'
import type { Notification } from '../../src/domain/notifications/notification.js'
import { NOW } from '../store/contract/support.js'
import { CHANNEL } from './months/simulated.js'
import { openPostOffice } from './post-office.js'

const DAY_MS = 1_440 * MINUTE_MS

describe('a notification', () => {
  it('is posted once, and its message is remembered', async () => {
    const office = await openPostOffice()
    await office.notify()
    for (let run = 0; run < 3; run++) await office.deliver()
    expect(office.keysIn()).toHaveLength(1)
    expect(await office.store.outbox.list({ limit: 9 })).toMatchObject([
      { state: 'sent', channelId: CHANNEL, messageId: office.keysIn()[0], attempts: 1 },
    ])
  })

  for (const fault of ['crash before', 'crash after', 'lose the answer', 'never arrive'] as const)
    for (const [pause, words] of [
      [30_000, 'within the time of the nonce'],
      [10 * MINUTE_MS, 'ten minutes later'],
    ] as const)
      it(`is posted exactly once after "${fault}", tried again ${words}`, async () => {
        const office = await openPostOffice()
        await office.notify()
        office.faults.push(fault)
        await office.deliver()
        office.wait(pause)
        await office.deliver()
        expect(office.keysIn()).toHaveLength(1)
        expect(await office.states()).toEqual(['record sent'])
      })

  it('that may have been posted where nobody can look is left uncertain, and the owner is notified [NOTIFY-4]', async () => {
    const office = await openPostOffice()
    await office.addOwner()
    await office.notify()
    office.faults.push('crash after')
    office.state.isReadable = false
    await office.deliver()
    office.wait(10 * MINUTE_MS)
    await office.deliver()
    await office.deliver()
    expect(await office.states()).toEqual(['record uncertain', 'owner sent'])
    expect(office.messages.map(({ to }) => to)).toEqual([`{"channelId":"${CHANNEL}"}`, '{"userIds":["77"]}'])
  })

  it('that was left uncertain is looked up when it is tried again, and is not posted twice [WEB-48]', async () => {
    const office = await openPostOffice()
    await office.addOwner()
    await office.notify()
    office.faults.push('crash after')
    office.state.isReadable = false
    await office.deliver()
    office.wait(10 * MINUTE_MS)
    await office.deliver()
    const [failed = expect.unreachable()] = await office.store.outbox.failed(9)
    expect(failed.state).toBe('uncertain')
    office.state.isReadable = true
    office.wait(2 * DAY_MS)
    expect(await office.store.outbox.retry(failed.id, NOW + 9 * DAY_MS)).toBe(true)
    await office.deliver()
    expect(office.keysIn()).toHaveLength(1)
    expect((await office.store.outbox.byId(failed.id))?.state).toBe('sent')
    expect(await office.store.outbox.retry(failed.id, NOW + 9 * DAY_MS)).toBe(false)
  })

  for (const state of ['wrong', 'unknown'] as const)
    it(`that looks expired is kept back while the clock is ${state}: neither posted nor a dead letter`, async () => {
      const office = await openPostOffice()
      await office.notify()
      office.setClockState(state)
      office.wait(1_000 * DAY_MS)
      await office.deliver()
      expect([office.messages, await office.states()]).toEqual([[], ['record pending']])
      office.wait(-1_000 * DAY_MS)
      office.setClockState('correct')
      await office.deliver()
      expect(await office.states()).toEqual(['record sent'])
    })

  it('is tried again later and later, and a dead letter after a day, with the reason [NOTIFY-5]', async () => {
    const office = await openPostOffice()
    await office.notify()
    let attempts = 0
    for (let passed = 0; passed < DAY_MS; passed += MINUTE_MS) {
      office.faults.splice(0, 9, 'fail')
      await office.deliver()
      attempts += office.faults.length === 0 ? 1 : 0
      office.wait(MINUTE_MS)
    }
    await office.deliver()
    expect(attempts).toBeGreaterThan(20)
    expect(attempts).toBeLessThan(80)
    expect(await office.states()).toEqual(['record dead_letter'])
    expect(await office.reasons()).toEqual(['Not delivered within a day: No answer.'])
  })

  it('that can never be posted becomes a dead letter, and the next one goes [CHAT-10]', async () => {
    const office = await openPostOffice()
    await office.notify(['record'], 2)
    office.faults.push('reject')
    await office.deliver()
    expect(await office.states()).toEqual(['record dead_letter', 'record sent'])
  })

  it('goes nowhere when its game was removed or nobody wants it any more', async () => {
    const office = await openPostOffice()
    await office.notify(['status'])
    await office.deliver()
    await office.notify()
    await office.store.games.remove(office.scene.game.id, 1)
    await office.deliver()
    expect(await office.states()).toEqual(['status canceled', 'record canceled'])
    expect(office.messages).toEqual([])
  })

  it('that cannot be rendered was certainly not posted: it is tried again, however long after', async () => {
    const office = await openPostOffice()
    await office.notify()
    office.state.isRenderable = false
    await office.deliver()
    expect(await office.store.outbox.list({ limit: 9 })).toMatchObject([
      { state: 'pending', uncertainSince: null, reason: 'Rendering failed: the history cannot be read.' },
    ])
    // In a channel that cannot be read, an unclear outcome would stay uncertain.
    Object.assign(office.state, { isRenderable: true, isReadable: false })
    office.wait(10 * MINUTE_MS)
    await office.deliver()
    expect(await office.states()).toEqual(['record sent'])
    expect(office.keysIn()).toHaveLength(1)
  })

  it('is rendered as its server reads it: what the server chose, else its own language, and UTC', async () => {
    const office = await openPostOffice()
    const guildId = '200'
    await office.store.guilds.link({ guildId, accountId: office.scene.game.accountId, linkedAt: 0 })
    Object.assign(office.state, { guildId, language: 'fr' })
    await office.notify()
    await office.deliver()
    await office.store.guildSettings.put(guildId, { ...NO_GUILD_SETTINGS, language: 'de', timeZone: 'Europe/Berlin' })
    await office.notify()
    await office.deliver()
    expect(office.rendered).toMatchObject([
      { language: 'fr', timeZone: 'UTC' },
      { language: 'de', timeZone: 'Europe/Berlin' },
    ])
  })

  it('is posted by the next run where the store failed while another one was posted, and nobody stopped', async () => {
    const office = await openPostOffice()
    const { store, game } = office.scene
    await store.routes.put({ gameId: game.id, kind: 'status', channelId: '5555555', enabled: true, digest: null })
    await office.notify(['record', 'status'])
    const { due, originalOf } = store.outbox
    const [calls, fail] = [{ due: 0, originalOf: 0 }, () => Promise.reject(new Error('The disk is full.'))]
    Object.assign(store.outbox, {
      due: (now: number) => (++calls.due === 2 ? fail() : due(now)),
      // The other one has claimed its notification, and is still on its way when the run fails.
      originalOf: (one: Notification) => (++calls.originalOf === 2 ? sleep(50).then(fail) : originalOf(one)),
    })
    await expect(office.deliver()).rejects.toThrow('The disk is full.')
    expect(calls).toEqual({ due: 2, originalOf: 2 })
    await office.deliver()
    expect(await office.states()).toEqual(['record sent', 'status sent'])
    expect(office.messages).toHaveLength(2)
  })

  it('waits while there is no connection to Discord', async () => {
    const office = await openPostOffice()
    await office.notify()
    office.state.isReady = false
    await office.deliver()
    expect(await office.states()).toEqual(['record pending'])
  })
})

describe('a channel', () => {
  it('that rejects is paused with all that waits for it; the owner is notified once, and it goes on when it is mended [NOTIFY-6]', async () => {
    const office = await openPostOffice()
    await office.addOwner()
    await office.notify(['record'], 3)
    office.faults.push('refuse')
    await office.deliver()
    await office.deliver()
    expect(await office.states()).toEqual(['record pending', 'record pending', 'record pending', 'owner sent'])
    office.wait(61 * MINUTE_MS)
    office.faults.push('refuse')
    await office.deliver()
    expect(await office.states()).toHaveLength(4)
    office.wait(61 * MINUTE_MS)
    await office.deliver()
    expect(office.keysIn()).toHaveLength(3)
    expect(await office.store.routes.paused([CHANNEL])).toEqual([])
  })

  it('that rejected is served at once when somebody has seen to it', async () => {
    const office = await openPostOffice()
    await office.notify()
    for (let n = 0; n < 9; n++) {
      office.faults.push('refuse')
      await office.deliver()
      office.wait(61 * MINUTE_MS)
    }
    office.faults.push('refuse')
    await office.deliver()
    await office.store.routes.resume(CHANNEL)
    await office.deliver()
    expect(await office.states()).toContain('record sent')
  })

  it('with many notifications does not keep the others waiting', async () => {
    const office = await openPostOffice()
    const { store, game } = office.scene
    await store.routes.put({ gameId: game.id, kind: 'status', channelId: '5555555', enabled: true, digest: null })
    await store.routes.put({ gameId: game.id, kind: 'digest', channelId: '6666666', enabled: true, digest: null })
    await store.routes.put({ gameId: game.id, kind: 'report_card', channelId: '7777777', enabled: true, digest: null })
    await office.notify(['record', 'status', 'digest'], 10)
    await office.notify(['report_card'])
    await office.deliver()
    expect(office.messages).toHaveLength(31)
    expect(office.messages.findIndex(({ to }) => to.includes('7777777'))).toBeLessThan(8)
  })

  it('gets a burst of 200 in order, while others are served beside it [NOTIFY-3]', async () => {
    const office = await openPostOffice()
    const { store, game } = office.scene
    await store.routes.put({ gameId: game.id, kind: 'status', channelId: '5555555', enabled: true, digest: null })
    await office.notify(['record', 'status'], 100)
    office.faults.push('fail')
    await office.deliver()
    office.wait(5_000)
    await office.deliver()
    const ids = office.keysIn().map((key) => Number.parseInt(key.split('-')[1] ?? '', 36))
    expect([office.keysIn('5555555').length, ids.length]).toEqual([100, 100])
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    expect(office.state.most).toBe(2)
  })
})
