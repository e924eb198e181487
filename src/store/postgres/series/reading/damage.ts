// What cannot be read: segments whose bytes are damaged, and what is in quarantine. The server reports its own broken pages as
// errors of a read.

import type { SeriesStore } from '../../../../domain/ports/series.js'
import type { LostSamples } from '../../../../domain/reasons/database-damage.js'
import { clip, type Damage, joined } from '../../../../domain/rules/damage.js'
import type { Span } from '../../../../domain/rules/span.js'
import type { DamageFinder, WeekDamage } from '../../../../series/reading/damage.js'
import { lostOf } from '../../../../series/removal/restore-week.js'
import { EARLIEST_WEEK, LATEST_WEEK, weekOf, weekStart } from '../../../../series/tables/keys.js'
import type { Connection } from '../../connection.js'
import type { SeriesCalls } from '../calls.js'
import type { SeriesEngine } from '../engine.js'
import type { RowRequest } from '../loading/row-requests.js'
import { readHeadIds, readUniverseIds } from './universe-ids.js'

type Look = Parameters<DamageFinder['ofWeek']>[2]

const NEEDS: readonly RowRequest[] = [{ what: 'base' }, { what: 'weeks' }, { what: 'quarantine' }]
const ALL_MINUTES = { from: Number.MIN_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER } as const
/** Both ends are included. */
type WeekSpan = readonly [from: number, until: number]

/** `known` checks only the segments of which this process found one damaged. */
const looks = ({ segments }: SeriesEngine): Readonly<Record<'known' | 'fresh', Look>> => ({
  known: (place) =>
    segments.damageOf(place) === undefined
      ? { found: { count: 0, first: 0, last: 0, slot: 1 } }
      : segments.check(place),
  fresh: segments.check,
})

function damagedWeeks(engine: SeriesEngine, universeId: number, [from, until]: WeekSpan, look: Look): WeekDamage[] {
  const entry = engine.directory.find(universeId)
  if (entry === undefined) return []
  return engine.damage.weeks(entry, from, until).flatMap((week) => engine.damage.ofWeek(entry, week, look) ?? [])
}

/** The weeks of which samples are known to be damaged. */
export const readKnownWeeks = (engine: SeriesEngine, universeId: number, from: number, until: number): Set<number> =>
  new Set(
    damagedWeeks(engine, universeId, [from, until], looks(engine).known)
      .filter(({ what }) => what === 'samples')
      .map(({ week }) => week),
  )

const byBeginning = (a: Span, b: Span): number => a.from - b.from

export async function readDamage(
  { read, headDamage }: SeriesCalls,
  universeId: number,
  { from, until }: Span,
  look: Parameters<SeriesStore['damage']>[2],
): Promise<Damage[]> {
  if (from >= until) return []
  const needs = look === 'fresh' ? [...NEEDS, { what: 'head rows', from, until } as const] : NEEDS
  const found = await read({ universeIds: [universeId], needs }, (engine) =>
    damagedWeeks(engine, universeId, [weekOf(from), weekOf(until - 1)], looks(engine)[look]),
  )
  const weeks = [...found, { what: 'samples', spans: headDamage.within(universeId, { from, until }) } as const]
  const spansOf = (kind: Damage['what']): Damage[] =>
    joined(weeks.flatMap(({ what, spans }) => (what === kind ? spans : [])).sort(byBeginning)).map((span) => ({
      what: kind,
      ...span,
    }))
  return clip([...spansOf('samples'), ...spansOf('sums')], { from, until }).sort(byBeginning)
}

export interface DamageSearchDeps {
  readonly connection: Connection
  readonly calls: SeriesCalls
}

/** Reads and decodes every segment and head row, one universe in each snapshot. */
export async function findDamage(
  { connection, calls }: DamageSearchDeps,
  signal?: AbortSignal,
): Promise<LostSamples[]> {
  const lost: LostSamples[] = []
  const universeIds = await connection.snapshot(async (run) => [
    ...(await readUniverseIds(run)),
    ...(await readHeadIds(run)),
  ])
  for (const universeId of new Set(universeIds)) {
    signal?.throwIfAborted()
    const needs: RowRequest[] = [
      ...NEEDS,
      { what: 'removed' },
      { what: 'segments', universeId, from: EARLIEST_WEEK, until: LATEST_WEEK },
      { what: 'head rows', ...ALL_MINUTES },
    ]
    const found = await calls.read({ universeIds: [universeId], needs }, (engine) => [
      ...damagedWeeks(engine, universeId, [EARLIEST_WEEK, LATEST_WEEK], engine.segments.inspect).map(
        ({ week, what, samples }) => ({
          what,
          universeId,
          from: weekStart(week),
          until: weekStart(week + 1),
          samples,
        }),
      ),
      ...damagedRemovals(engine, universeId),
    ])
    const rows = calls.headDamage.within(universeId, ALL_MINUTES)
    lost.push(...found, ...rows.map((span) => ({ what: 'samples', universeId, ...span, samples: 1 }) as const))
  }
  return lost
}

const damagedRemovals = ({ removed, removedWeeks }: SeriesEngine, universeId: number): LostSamples[] =>
  removedWeeks(universeId).flatMap((week) =>
    removed
      .read({ universeId, week })
      .filter(({ segment }) => segment === undefined)
      .map((piece) => lostOf({ universeId, week }, piece)),
  )
