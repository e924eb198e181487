// Finds the records of the history that a version without events stored, from the sums of its days: one game per step,
// in the order of their ids. A step that is repeated after a crash writes nothing twice, because an event is stored once
// for each subject.
import { z } from 'zod'
import { type Clock, DAY_MINUTES, dayOf, type Minute, minuteOf } from '../../domain/clock.js'
import type { EventDraft } from '../../domain/events/event.js'
import { pastRecords } from '../../domain/events/past-records.js'
import type { Game } from '../../domain/game.js'
import type { Plans } from '../../domain/plan.js'
import { PAST_RECORDS_SETTING } from '../../domain/ports/event-log.js'
import type { Log } from '../../domain/ports/events.js'
import type { Store } from '../../domain/ports/store.js'
import { readingPlan } from '../../domain/rules/entitlement.js'

const POSITION = z.object({
  /** The id of the game that was taken last. */
  after: z.number(),
  /** Records from then on are found by the evaluation. */
  until: z.number(),
})
const DONE = ''
/** With the pauses between them, these take about five minutes. A game that fails still must not hold up all later ones. */
const MAX_GAME_FAILURES = 10

interface Deps {
  readonly store: Pick<Store, 'accounts' | 'games' | 'series' | 'eventLog' | 'settings'>
  readonly clock: Clock
  readonly plans: Plans
  readonly log: Log
}

/** The returned function is true when nothing is left. */
export function createPastRecords({ store, clock, plans, log }: Deps): () => Promise<boolean> {
  const intervalOf = async ({ accountId }: Game): Promise<number> => {
    const account = (await store.accounts.list()).find(({ id }) => id === accountId)
    return account === undefined ? plans.free.intervalMinutes : readingPlan(account, plans, clock.now()).intervalMinutes
  }
  const recordsOf = async (game: Game, until: Minute): Promise<EventDraft[]> => {
    const first = await store.series.firstMinute(game.universeId)
    if (first === undefined || first >= until) return []
    // The records of the day of the limit are found by the evaluation.
    const range = { start: dayOf(first), end: dayOf(until) - 1 }
    if (range.start > range.end) return []
    const view = { interval: await intervalOf(game), until: (range.end + 1) * DAY_MINUTES }
    const days = await store.series.rollups(game.universeId, range, view)
    return pastRecords(days, minuteOf(game.createdAt)).map((record) => eventOf(game, record))
  }
  let failures = 0
  /** Throws what reading the game throws, until that was its last try: then the game is left out. */
  const takeRecords = async (game: Game, until: Minute): Promise<void> => {
    try {
      for (const event of await recordsOf(game, until)) await store.eventLog.put(event)
      failures = 0
    } catch (err) {
      if (++failures <= MAX_GAME_FAILURES) throw err
      failures = 0
      log.error(
        { gameId: game.id, err },
        'The past records of a game cannot be found, so its list of events begins without them.',
      )
    }
  }
  return async () => {
    const stored = await store.settings.get(PAST_RECORDS_SETTING)
    if (stored === undefined || stored === DONE) return true
    const { after, until } = POSITION.parse(JSON.parse(stored))
    const games = (await store.games.active()).filter(({ id }) => id > after).sort((a, b) => a.id - b.id)
    const [game] = games
    if (game !== undefined) await takeRecords(game, until)
    await store.settings.set(
      PAST_RECORDS_SETTING,
      game === undefined ? DONE : JSON.stringify({ after: game.id, until }),
    )
    return game === undefined
  }
}

const eventOf = (
  { id, accountId, universeId }: Game,
  { players, previous, start, end }: ReturnType<typeof pastRecords>[number],
): EventDraft => ({
  ...{ universeId, accountId, kind: 'record', subject: `${id}:ccu:${players}`, start, end, cause: null },
  ...{ uncertainty: null, facts: { kind: 'record', players, previous } },
})
