// A stretch of one game's history, as the kinds of notices are handed it.
import type { Minute } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { Context } from '../../domain/notifications/evaluator.js'
import type { Latest } from '../../domain/ports/series.js'
import { type Block, columnsOf, emptyBlock } from '../../domain/sample.js'
import { type HistoryPorts, historyOf, readBlock, readThinned } from './history.js'

export type Stretch = Pick<Context, 'game' | 'from' | 'until' | 'interval' | 'samples' | 'stored' | 'gaps' | 'history'>

export interface StretchDraft {
  readonly game: Game
  readonly interval: number
  readonly from: Minute
  readonly until: Minute
  /** The universe's last sample, where it is known: it tells what there is without reading the series. */
  readonly latest?: Latest | undefined
}

export async function readStretch(store: HistoryPorts, draft: StretchDraft): Promise<Stretch> {
  const { game, interval, from, until } = draft
  const now = known(draft)
  const stored = now ?? (await readBlock(store, game.universeId, from, until))
  const isWhole = interval === 1 || stored.minutes.length === 0 || (until - from === 1 && from % interval === 0)
  return {
    game,
    interval,
    from,
    until,
    stored,
    samples: isWhole ? stored : await readThinned(store, game.universeId, interval, { from, until }),
    // No gap covers a sample.
    gaps: now?.minutes.length === 1 ? [] : await store.series.gaps(game.universeId, from, until),
    history: historyOf(store, { game, interval, until }),
  }
}

/** The minute that has just been stored: whoever follows the ticks reads nothing at all. */
function known({ game, from, until, latest }: StretchDraft): Block | undefined {
  if (latest === undefined) return undefined
  if (latest.minute < from) return emptyBlock(game.universeId, 0)
  if (until - from > 1 || latest.minute !== from) return undefined
  const hasVotes = latest.votesMinute === latest.minute
  const columnValue = (name: keyof Block['columns']): number =>
    !hasVotes && (name === 'likes' || name === 'dislikes') ? Number.NaN : (latest[name] ?? Number.NaN)
  return {
    universeId: game.universeId,
    minutes: Int32Array.of(from),
    columns: columnsOf((name) => Float64Array.of(columnValue(name))),
  }
}
