// Which notifications are next, compared with a plain reading of the rules: of each channel the oldest that may be posted now.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOnByDefault, type QuietHours } from '../../../../src/domain/notifications/settings.js'
import { addGame, createAccount, DAY, freshStore, NOW, type Records, type StoreOpener } from '../support.js'

const RUN_COUNT = 25
const DAY_MS = 86_400_000
/** 12:00 UTC is in the first and not in the second. */
const QUIET_NOW: QuietHours = { from: 600, until: 840, timeZone: 'UTC' }
const QUIET_LATER: QuietHours = { from: 60, until: 120, timeZone: 'UTC' }

const kind = fc.constantFrom('record' as const, 'status' as const)
const channel = fc.constantFrom(null, 'A', 'A', 'A', 'B')
const settings = fc.record({
  kind,
  channel,
  enabled: fc.constantFrom(true, true, false),
  quietHours: fc.constantFrom(null, null, QUIET_NOW, QUIET_NOW, QUIET_LATER),
  isMuted: fc.boolean(),
})
const game = fc.record({ channel, routes: fc.uniqueArray(settings, { selector: (one) => one.kind, maxLength: 2 }) })
const notification = fc.record({
  game: fc.nat(),
  kind,
  isExpired: fc.constantFrom(false, false, false, true),
  isClaimed: fc.nat(30).map((one) => one === 0),
})
const scene = fc.record({
  games: fc.array(game, { minLength: 5, maxLength: 12 }),
  notifications: fc.array(notification, { minLength: 8, maxLength: 30 }),
  paused: fc.constantFrom(undefined, undefined, 'B'),
})

type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never

/** Where each is posted, and whether it is held now. */
function placeOf({ games }: Scene, one: Scene['notifications'][number]) {
  const its = games[one.game % games.length]
  const route = its?.routes.find((found) => found.kind === one.kind)
  const enabled = route?.enabled ?? isOnByDefault(one.kind)
  const isHeld = route !== undefined && (route.isMuted || route.quietHours === QUIET_NOW)
  return { channel: enabled ? (route?.channel ?? its?.channel ?? undefined) : undefined, isHeld }
}

function expectedIndexes(all: Scene): readonly number[] {
  const busy = new Set<string>()
  return all.notifications.flatMap((one, index) => {
    const { channel: place, isHeld } = placeOf(all, one)
    if (!one.isClaimed && (one.isExpired || isHeld)) return []
    if (place !== undefined && (busy.has(place) || place === all.paused)) return []
    if (place !== undefined) busy.add(place)
    return one.isClaimed ? [] : [index]
  })
}

export const describeDue = (open: StoreOpener<Records>) =>
  describe('the notifications that are next', () => {
    const store = freshStore(open)

    it('are the same as if all that wait were looked at', async () => {
      const account = await createAccount(store(), { plan: 'enterprise' })
      let universeId = 0
      let run = 0
      const arrange = async ({ games, notifications, paused }: Scene) => {
        const { outbox, routes } = store()
        const ids: number[] = []
        const named = (letter: string | null) => (letter === null ? null : `${letter}${run}`)
        for (const one of games) {
          const draft = { channelId: named(one.channel), maxGames: 1_000 }
          const { id: gameId } = await addGame(store(), account.id, ++universeId, draft)
          ids.push(gameId)
          for (const { channel: own, isMuted, ...route } of one.routes) {
            const mutedUntil = isMuted ? NOW / 60_000 + 10 : null
            await routes.put({ ...route, gameId, channelId: named(own), digest: null, mutedUntil })
          }
        }
        if (paused !== undefined)
          await routes.pause({ channelId: `${paused}${run}`, reason: 'no', since: NOW, until: NOW + 1 })
        const stored: number[] = []
        for (const [index, one] of notifications.entries()) {
          const gameId = ids[one.game % ids.length] ?? 0
          const draft = {
            ...{ gameId, accountId: account.id, kind: one.kind, subject: `${run}:${index}`, occurredAt: DAY },
            facts: { kind: 'record', ccu: 10, previous: 9 } as const,
          }
          await outbox.add(draft, one.isExpired ? NOW - 2 * DAY_MS : NOW)
          const [newest] = await outbox.list({ limit: 1 })
          stored.push(newest?.id ?? 0)
          if (one.isClaimed && !one.isExpired) await outbox.claim(newest?.id ?? 0, null, NOW)
        }
        return stored
      }
      await fc.assert(
        fc.asyncProperty(scene, async (drawn) => {
          run++
          const notifications = drawn.notifications.map((one) => ({
            ...one,
            isClaimed: one.isClaimed && !one.isExpired,
          }))
          const all = { ...drawn, notifications }
          const ids = await arrange(all)
          const due = (await store().outbox.due(NOW)).map(({ notification: { id } }) => id)
          expect(due.filter((id) => ids.includes(id))).toEqual(expectedIndexes(all).map((index) => ids[index]))
        }),
        { numRuns: RUN_COUNT },
      )
    })
  })
