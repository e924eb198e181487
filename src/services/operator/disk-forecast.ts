// Notes the size of the database once a day, and computes from it when the disk will be full.
import { z } from 'zod'
import { type Clock, DAY_MS } from '../../domain/clock.js'
import type { Store } from '../../domain/ports/store.js'
import type { Upkeep } from '../../domain/ports/upkeep.js'

export interface DiskForecast {
  readonly databaseBytes: number
  /** Free on the disk of the database; undefined if the system does not say. */
  readonly freeBytes: number | undefined
  /** The mean growth a day over at most the last 14 days, below 0 if it shrank; undefined until a day is known. */
  readonly bytesADay: number | undefined
  /** Until the disk is full at this growth; undefined if the database does not grow or that is not known. */
  readonly daysLeft: number | undefined
}

/** The setting that holds the noted sizes as JSON, oldest first. */
const SIZES = 'database.sizes'
const MAX_SIZE_DAYS = 14

const sizeSchema = z.array(z.object({ at: z.number(), bytes: z.number() }))
type NotedSize = z.infer<typeof sizeSchema>[number]

interface Deps {
  readonly store: Pick<Store, 'settings' | 'bytes'>
  readonly upkeep: Pick<Upkeep, 'freeBytes'>
  readonly clock: Clock
}

export function createDiskForecast({ store, upkeep, clock }: Deps) {
  /** Without those of the future, which a wrong clock wrote. */
  const storedSizes = async (): Promise<NotedSize[]> => {
    const text = await store.settings.get(SIZES)
    const from = clock.now() - MAX_SIZE_DAYS * DAY_MS
    return parseSizes(text).filter(({ at }) => at >= from && at <= clock.now())
  }

  return {
    /** Does nothing if the size was noted within the last 24 hours. */
    note: async (): Promise<void> => {
      const sizes = await storedSizes()
      const last = sizes.at(-1)
      if (last !== undefined && clock.now() - last.at < DAY_MS) return
      const size = { at: clock.now(), bytes: await store.bytes() }
      await store.settings.set(SIZES, JSON.stringify([...sizes, size]))
    },

    read: async (): Promise<DiskForecast> => {
      const databaseBytes = await store.bytes()
      const freeBytes = await upkeep.freeBytes().catch(() => undefined)
      const bytesADay = growthOf((await storedSizes())[0], { at: clock.now(), bytes: databaseBytes })
      const isGrowing = bytesADay !== undefined && bytesADay > 0
      const daysLeft = isGrowing && freeBytes !== undefined ? Math.floor(freeBytes / bytesADay) : undefined
      return { databaseBytes, freeBytes, bytesADay, daysLeft }
    },
  }
}

function growthOf(first: NotedSize | undefined, now: NotedSize): number | undefined {
  if (first === undefined || now.at - first.at < DAY_MS) return undefined
  return Math.round((now.bytes - first.bytes) / ((now.at - first.at) / DAY_MS))
}

/** An unreadable value counts as missing. */
function parseSizes(text: string | undefined): NotedSize[] {
  try {
    return sizeSchema.parse(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}
