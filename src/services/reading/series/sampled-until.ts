// Up to which minute samples can be there. The minute that is running has none until its tick has stored it, some seconds into it.
import { dayOf, type Minute } from '../../../domain/clock.js'
import type { SeriesStore } from '../../../domain/ports/series.js'

interface RunningMinute {
  readonly universeId: number
  /** The reader's, in minutes. */
  readonly interval: number
  readonly now: Minute
}

/** The end of the running minute where a sample covers it, else its beginning. What is missing is counted up to there. */
export async function sampledUntil(
  series: Pick<SeriesStore, 'rollups'>,
  { universeId, interval, now }: RunningMinute,
): Promise<Minute> {
  const today = dayOf(now)
  const coveredBy = async (until: Minute): Promise<number> => {
    const [day] = await series.rollups(universeId, { start: today, end: today }, { interval, until, isReadable: true })
    return day?.coveredMinutes ?? 0
  }
  return (await coveredBy(now + 1)) > (await coveredBy(now)) ? now + 1 : now
}
