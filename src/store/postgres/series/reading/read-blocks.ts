// Reads the samples of a range, a few weeks in each snapshot.
import type { Minute } from '../../../../domain/clock.js'
import type { Measure } from '../../../../domain/measures.js'
import { damagedRange } from '../../../../domain/rules/damage.js'
import type { Block } from '../../../../domain/sample.js'
import { cut, splitDays } from '../../../../series/blocks.js'
import { bufferFor, type WeekBuffer } from '../../../../series/codec/segment.js'
import { weekOf, weekStart } from '../../../../series/tables/keys.js'
import { createTurns } from '../../../values/turns.js'
import type { SeriesCalls } from '../calls.js'
import type { SeriesEngine } from '../engine.js'
import type { CallScope } from '../loading/row-requests.js'

export interface BlockRange {
  readonly universeId: number
  readonly from: Minute
  readonly until: Minute
}

/** Weeks in one snapshot; a segment takes up to 0.6 MB once it is read. */
const BATCH_SIZE = 6
const [BASE, WEEKS] = [{ what: 'base' } as const, { what: 'weeks' } as const]

/** What reading all samples of these weeks needs, both included. Reads of one turn share it, and what is remembered of finished weeks. */
export const scopeOfWeeks = (universeId: number, first: number, last: number): CallScope => ({
  universeIds: [universeId],
  needs: [
    BASE,
    WEEKS,
    { what: 'segments', universeId, from: first, until: last },
    { what: 'head rows', from: weekStart(first), until: weekStart(last + 1) },
  ],
  isUsuallyEnough: true,
})

/** `how` names the measures of a scan, whose blocks are written into the same memory again and again. */
export async function* readBlocks(
  { read, readInParts, headDamage }: SeriesCalls,
  range: BlockRange,
  how: 'whole' | 'readable' | readonly Measure[],
): AsyncGenerator<Block> {
  const { universeId, from, until } = range
  const universeIds = [universeId]
  if (from >= until) return
  const rooms: WeekBuffer[] = []
  const readWeek = ({ weeks }: SeriesEngine, week: number, index: number): Block => {
    if (how === 'whole') return weeks.readWhole(universeId, week)
    if (how === 'readable') return weeks.read(universeId, week)
    const room = rooms[index] ?? bufferFor(universeId, how)
    rooms[index] = room
    return weeks.readInto(room, universeId, week)
  }
  const readBatch = ([first, last]: WeekBatch): Promise<Block[]> => {
    const rows = { from: Math.max(from, weekStart(first)), until: Math.min(until, weekStart(last + 1)) }
    return readInParts(scopeOfWeeks(universeId, first, last), async ({ engine, attempt }) => {
      const [found, turn]: [Block[], () => Promise<void>] = [[], createTurns()]
      const weeks = await attempt(() => engine.weeks.between(universeId, rows.from, rows.until))
      for (const [index, week] of weeks.entries()) {
        found.push(await attempt(() => cut(readWeek(engine, week, index), from, until)))
        await turn()
      }
      const damaged = how === 'whole' ? headDamage.within(universeId, rows) : []
      if (damaged.length > 0) throw damagedRange(damaged)
      return found
    })
  }
  const whole: WeekBatch = [weekOf(from), weekOf(until - 1)]
  const listWeeks = () =>
    read({ universeIds, needs: [BASE, WEEKS] }, (engine) => engine.weeks.between(universeId, from, until))
  const spans = whole[1] - whole[0] < BATCH_SIZE ? [whole] : batchesOf(await listWeeks())
  for (const span of spans) for (const block of await readBatch(span)) for (const day of splitDays(block)) yield day
}

/** Both weeks are included. */
type WeekBatch = readonly [first: number, last: number]

function batchesOf(weeks: readonly number[]): WeekBatch[] {
  const spans: WeekBatch[] = []
  for (let next = 0; next < weeks.length; next += BATCH_SIZE) {
    const batch = weeks.slice(next, next + BATCH_SIZE)
    const [first = 0, last = first] = [batch[0], batch.at(-1)]
    spans.push([first, last])
  }
  return spans
}
