// Verifies the whole store once a day, and soon after a process did not stop cleanly.

import { z } from 'zod'
import { type Clock, DAY_MS } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { SettingStore, Store } from '../../domain/ports/store.js'
import type { Upkeep } from '../../domain/ports/upkeep.js'
import type { LostSamples } from '../../domain/reasons/database-damage.js'

const lostSamplesSchema = z.object({
  what: z.enum(['samples', 'samples of a minute', 'sums', 'removed samples']),
  universeId: z.number().nullable(),
  from: z.number(),
  until: z.number(),
  samples: z.number().nullable(),
}) satisfies z.ZodType<LostSamples>

/** The result of the last verification, stored for the doctor, which may run beside the service. */
const resultSchema = z.object({
  /** When it ended, or the doctor found damage after it, in milliseconds of the wall clock, which may have been wrong. */
  at: z.number(),
  tookMs: z.number(),
  /** How many weeks of universes were read. */
  weeks: z.number(),
  /** The first message of the check of the file structure; null if it found nothing. */
  fileDamage: z.string().nullable(),
  /** How many ranges of samples cannot be read. */
  lostWeeks: z.number(),
  /** The first lost ranges; the list is limited. */
  lost: z.array(lostSamplesSchema),
})
export type VerificationResult = Readonly<z.infer<typeof resultSchema>>

const stateSchema = z.object({
  /** True from the start to a clean stop, so that a verification is due at once after a crash. Stays true where one was due at the start and did not end. */
  isDue: z.boolean(),
  /** How many milliseconds the service has run since the last verification. */
  waitedMs: z.number(),
})

const RESULT = 'verification.result'
const STATE = 'verification.state'
const MAX_LISTED_WEEKS = 100

const NOTHING_VERIFIED = { tookMs: 0, weeks: 0, fileDamage: null, lostWeeks: 0, lost: [] }

/** Of no damage, `fileDamage` is null and `lost` is empty; `lost` is missing where the series could not be read. */
export interface FoundDamage {
  readonly fileDamage: string | null
  readonly lost?: readonly LostSamples[] | undefined
}

export function createVerifyStore({ store, upkeep, clock }: { store: Store; upkeep: Upkeep; clock: Clock }) {
  const { settings, series } = store
  /** How long the service has run since the last verification, ms, up to `countedUntil` of the monotonic clock. */
  let [waitedMs, countedUntil] = [0, clock.monotonic()]
  /** Whether a verification was due at the start and has not ended since. */
  let wasDueAtStart = false

  const last = () => readSetting(settings, RESULT, resultSchema)
  const save = (isDue: boolean): Promise<void> => settings.set(STATE, JSON.stringify({ isDue, waitedMs }))

  /** Stores what was found, with the first of the lost ranges, and notifies the readers of this process of the damage. */
  const keep = async ({ lost, ...found }: VerificationResult): Promise<VerificationResult> => {
    const listed = lost.slice(0, MAX_LISTED_WEEKS)
    for (const { universeId, from, until } of listed)
      if (universeId !== null) await series.damage(universeId, { from, until }, 'fresh')
    const verification = { ...found, lost: listed }
    await settings.set(RESULT, JSON.stringify(verification))
    return verification
  }

  return {
    last,

    /** Must be called once at the start of the service. Returns the milliseconds until the store must be verified. */
    async begin(): Promise<number> {
      const before = await readSetting(settings, STATE, stateSchema)
      wasDueAtStart = before?.isDue ?? false
      waitedMs = before?.waitedMs ?? 0
      countedUntil = clock.monotonic()
      await save(true)
      const ageMs = clock.now() - ((await last())?.at ?? Number.NEGATIVE_INFINITY)
      // A time in the future shows that the clock was or is wrong, so the age of the last verification is unknown.
      if (wasDueAtStart || ageMs < 0) return 0
      return Math.max(0, DAY_MS - Math.max(ageMs, waitedMs))
    },

    /**
     * Reads everything, stores the result, and notifies the readers of this process. Throws where the file at the path is not
     * the open one.
     */
    async run(signal: AbortSignal): Promise<VerificationResult> {
      const began = clock.monotonic()
      await requireInPlace(store.openFile)
      const { weeks, fileDamage, lost } = await upkeep.verify(signal)
      await requireInPlace(store.openFile)
      const tookMs = Math.round(clock.monotonic() - began)
      const found = await keep({ at: clock.now(), tookMs, weeks, fileDamage, lostWeeks: lost.length, lost: [...lost] })
      ;[waitedMs, countedUntil, wasDueAtStart] = [0, clock.monotonic(), false]
      return found
    },

    /** Stores damage that the doctor found, so that health says it before the next verification, which alone may call something sound again. */
    async noteDamage({ fileDamage, lost = [] }: FoundDamage): Promise<void> {
      if (fileDamage === null && lost.length === 0) return
      const known = (await last()) ?? NOTHING_VERIFIED
      const losses = lost.length > 0 ? { lostWeeks: lost.length, lost: [...lost] } : {}
      await keep({ ...known, ...losses, at: clock.now(), fileDamage: fileDamage ?? known.fileDamage })
    },

    /** Must be called at a clean stop; a verification that was already due stays due. */
    async end(): Promise<void> {
      waitedMs += clock.monotonic() - countedUntil
      countedUntil = clock.monotonic()
      await save(wasDueAtStart)
    },
  }
}

/** The verification opens the file by its path. */
async function requireInPlace(openFile: Store['openFile']): Promise<void> {
  if (openFile === undefined || !(await openFile.isMoved())) return
  throw rejection('UNAVAILABLE', { name: 'database moved', facts: { file: openFile.path } })
}

/** A value that does not match the schema counts as missing. */
async function readSetting<Schema extends z.ZodType>(
  settings: SettingStore,
  key: string,
  schema: Schema,
): Promise<z.infer<Schema> | undefined> {
  const text = await settings.get(key)
  if (text === undefined) return undefined
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
