// Delivers notifications that change a posted message or reply to it.
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../src/domain/clock.js'
import type { StatusFacts } from '../../src/domain/notifications/facts.js'
import type { NotificationContinuation } from '../../src/domain/notifications/notification.js'
import { CHANNEL, START } from './months/simulated.js'
import { openPostOffice } from './post-office.js'

type Office = Awaited<ReturnType<typeof openPostOffice>>

const SUBJECT = 'hidden:1'

async function write({ scene, store }: Office, subject: string, follows?: NotificationContinuation): Promise<void> {
  const { id: gameId, accountId } = scene.game
  const facts: StatusFacts = { kind: 'status', what: 'hidden', since: START, until: null, reason: null }
  const draft = { gameId, accountId, kind: 'status', subject, occurredAt: START, facts } as const
  await store.outbox.add(follows === undefined ? draft : { ...draft, follows }, START * MINUTE_MS)
}

async function openOffice(): Promise<Office> {
  const office = await openPostOffice()
  await office.scene.switchOn('status')
  return office
}

async function writeAll(office: Office): Promise<void> {
  await write(office, SUBJECT)
  await write(office, `${SUBJECT}:at:2`, { as: 'edit', subject: SUBJECT })
  await write(office, 'back:2', { as: 'reply', subject: SUBJECT })
}

const statesOf = async ({ store }: Office): Promise<string[]> =>
  (await store.outbox.list({ limit: 9 })).reverse().map(({ state }) => state)

describe('an incident in a channel', () => {
  it('is one message, which is changed, and one reply to it [INSIGHTS-52]', async () => {
    const office = await openOffice()
    await writeAll(office)
    await office.deliver()
    const [first, reply] = office.messages
    expect(office.messages).toHaveLength(2)
    expect(office.edits).toEqual([{ messageId: first?.key, key: first?.key }])
    expect(reply?.replyTo).toBe(first?.key)
    expect(await statesOf(office)).toEqual(['sent', 'sent', 'sent'])
  })

  for (const fault of ['crash before', 'crash after', 'lose the answer', 'never arrive', 'fail'] as const)
    for (const at of [0, 1, 2])
      it(`is posted, changed and answered once, in this order, after "${fault}" at its step ${at + 1}`, async () => {
        const office = await openOffice()
        await writeAll(office)
        office.faults.push(...Array<'none'>(at).fill('none'), fault)
        for (let run = 0; run < 8; run++) {
          await office.deliver()
          office.wait(MINUTE_MS)
        }
        expect(office.messages.map(({ replyTo }) => replyTo === undefined)).toEqual([true, false])
        expect(office.edits).toHaveLength(1)
        expect(await statesOf(office)).toEqual(['sent', 'sent', 'sent'])
      })

  it('is answered also where somebody deleted its message', async () => {
    const office = await openOffice()
    await writeAll(office)
    office.faults.push('none', 'reject')
    await office.deliver()
    expect(await statesOf(office)).toEqual(['sent', 'canceled', 'sent'])
  })

  it('stays in the channel of its message when the kind gets another channel', async () => {
    const office = await openOffice()
    await write(office, SUBJECT)
    await office.deliver()
    const { id: gameId } = office.scene.game
    await office.store.routes.put({ gameId, kind: 'status', channelId: '77', enabled: true, digest: null })
    await write(office, 'back:2', { as: 'reply', subject: SUBJECT })
    await office.deliver()
    expect(office.messages.map(({ to }) => to)).toEqual(Array(2).fill(JSON.stringify({ channelId: CHANNEL })))
  })
})
