// The judge: follows the stored ticks and decides what is worth telling. Nothing but stored history moves it.
import { setImmediate as breathe } from 'node:timers/promises'
import { type Clock, DAY_MINUTES, dayOf, type Minute, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { NoticeDraft } from '../../domain/notices/notice.js'
import type { Plans } from '../../domain/plan.js'
import type { KindState, StoredKindState } from '../../domain/ports/notices.js'
import type { Store } from '../../domain/ports/store.js'
import { openCrowds } from './judging/crowds.js'
import { judgeGame } from './judging/judge-game.js'
import { settingsReader } from './judging/settings.js'
import { readStretch } from './judging/stretch.js'

export interface JudgeReport {
  /** The last minute judged; undefined where there is nothing to judge yet. */
  readonly cursor: Minute | undefined
  readonly notices: number
  /** What went wrong with single games. */
  readonly troubles: readonly unknown[]
}

/** Nobody else's work waits longer than this. */
const AT_ONCE_MS = 8

interface Span {
  readonly from: Minute
  readonly until: Minute
}

export function bindJudgeTicks({ store, clock, plans }: { store: Store; clock: Clock; plans: Plans }) {
  let crowds = openCrowds(store)
  let evaluated: Minute | undefined
  const readSettings = settingsReader({ store, clock, plans })

  /** Catches up to the last stored tick, in order, at most a UTC day at a time. */
  return async function judgeTicks({ stop }: { readonly stop: AbortSignal }): Promise<JudgeReport> {
    let cursor = await store.notices.cursor()
    // A clock had run ahead, and the cursor was moved back: what is remembered of the minutes since is not what they will hold.
    if ((cursor ?? 0) < (evaluated ?? 0)) crowds = openCrowds(store)
    evaluated = cursor
    let notices = 0
    const troubles: unknown[] = []
    for (;;) {
      const tick = await store.series.cursor()
      // What was before the first judge is nobody's news.
      const judged = cursor ?? (tick && tick.minute - 1)
      if (tick === undefined || judged === undefined || judged >= tick.minute) return { cursor, notices, troubles }
      const from = judged + 1
      const span = { from, until: Math.min(tick.minute + 1, (dayOf(from) + 1) * DAY_MINUTES) }
      const found = await judgeSpan(span, stop)
      if (found === undefined) return { cursor, notices, troubles }
      troubles.push(...found.troubles)
      const verdict = { ...found, after: cursor, cursor: span.until - 1, createdAt: clock.now() }
      const added = await store.notices.commit(verdict)
      // Another judge was there first: the next call goes on from where it is.
      if (added === undefined) return { cursor, notices, troubles }
      notices += added
      cursor = evaluated = verdict.cursor
    }
  }

  async function judgeSpan(span: Span, stop: AbortSignal) {
    const settings = await readSettings()
    const states = statesByGame(await store.notices.states())
    const latest = await store.series.latest(settings.universes)
    const events = await store.universes.events(settings.universes, span.from, span.until)
    const shared = crowds.forStretch(latest)
    // Who is behind has the latest samples of a later time.
    if (span.until - span.from === 1) crowds.follow(span.from, latest)
    const notices: NoticeDraft[] = []
    const changed: KindState[] = []
    const troubles: unknown[] = []
    let began = performance.now()
    for (const game of settings.games) {
      if (stop.aborted) return undefined
      const { universeId } = game
      const from = Math.max(span.from, firstOf(game))
      if (from >= span.until) continue
      const interval = settings.intervalOf(game)
      const draft = { game, interval, from, until: span.until, latest: latest.get(universeId) }
      const known = {
        settings,
        crowds: shared,
        states: states.get(game.id) ?? new Map(),
        events: events.filter((event) => event.universeId === universeId && event.minute >= from),
      }
      const judged = await judgeGame(await readStretch(store, draft), known)
      notices.push(...judged.notices)
      changed.push(...judged.states)
      troubles.push(...judged.troubles)
      if (performance.now() - began < AT_ONCE_MS) continue
      await breathe()
      began = performance.now()
    }
    return { notices: notices.sort(inOrder), states: changed, troubles }
  }
}

/** History before a game was added is not its news, even where another account knows it. */
const firstOf = (game: Game): Minute => minuteOf(game.createdAt)

function statesByGame(states: readonly StoredKindState[]): Map<number, Map<string, StoredKindState>> {
  const byGame = new Map<number, Map<string, StoredKindState>>()
  for (const state of states) {
    const kinds = byGame.get(state.gameId) ?? new Map<string, StoredKindState>()
    byGame.set(state.gameId, kinds.set(state.kind, state))
  }
  return byGame
}

/** However history is cut into stretches, the notices come in the same order. */
const inOrder = (a: NoticeDraft, b: NoticeDraft): number =>
  a.occurredAt - b.occurredAt || a.gameId - b.gameId || compare(a.kind, b.kind) || compare(a.subject, b.subject)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
