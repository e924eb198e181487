// What is noted of scheduled backups. The database holds it, and this process does while the database takes nothing, such as
// on a full disk.
import { z } from 'zod'
import { MINUTE_MS } from '../../../domain/clock.js'
import type { SettingStore } from '../../../domain/ports/store.js'

const count = z.number().nullable()
const lastCopy = z.object({
  name: z.string(),
  at: z.number(),
  /** Undefined of a copy whose counts could not be noted. */
  samples: count.optional(),
  accounts: count.optional(),
  games: count.optional(),
  /** What the copy has of the damage of the database: the structure of its file, and how many weeks. */
  fileDamage: z.string().nullable().default(null),
  damagedWeeks: z.number().default(0),
})
/** The copy that a restore test concerned; undefined of a test that an older version noted. */
const concerned = { copy: z.string().optional(), copyAt: z.number().optional() }
const notes = z.object({
  /** Since when backups are scheduled, ms; used until there is a copy. */
  since: z.number(),
  last: lastCopy.optional(),
  /** The first failure since the last good copy, and the newest one, ms. */
  failure: z.object({ since: z.number(), at: z.number(), isUnresponsive: z.boolean().default(false) }).optional(),
  /** `isUnresponsive`: it did not pass because the disk did not answer, which says nothing of the copy. */
  test: z
    .object({ at: z.number(), passed: z.boolean(), isUnresponsive: z.boolean().default(false), ...concerned })
    .optional(),
  /** Tests for which `folder` had not enough room since the last one that was made: the first and the newest, ms. */
  untested: z
    .object({ since: z.number(), at: z.number(), folder: z.string(), copy: z.string(), copyAt: z.number() })
    .optional(),
})
export type BackupNotes = z.infer<typeof notes>
export type LastCopy = z.infer<typeof lastCopy>

const BACKUP_STATE = 'backup.state'

interface Deps {
  readonly settings: SettingStore
  /** When this process began to schedule copies, ms. */
  readonly startedAt: number
  /** When each copy of this database in the folder was begun, ms, by its name; undefined where it cannot be read. */
  readonly readCopyTimes: (last: string | undefined) => Promise<ReadonlyMap<string, number> | undefined>
}

export type BackupNoteBook = ReturnType<typeof createBackupNotes>

export function createBackupNotes({ settings, startedAt, readCopyTimes }: Deps) {
  /** What the database does not have yet. */
  let unsaved: BackupNotes | undefined
  /** Whether the folder has no newer copy than the notes, as far as this process can know. */
  let isCompared = false

  async function read(): Promise<BackupNotes> {
    if (unsaved !== undefined) return unsaved
    const saved = parseNotes(await settings.get(BACKUP_STATE), startedAt)
    if (isCompared) return saved
    const copies = await readCopyTimes(saved.last?.name)
    if (copies === undefined) return saved
    isCompared = true
    const newer = newerThan(saved, copies)
    if (newer !== undefined) unsaved = newer
    return newer ?? saved
  }

  /** Returns the error of a database that takes nothing; what was to be noted is kept in this process then. */
  async function save(changed: BackupNotes): Promise<unknown> {
    unsaved = changed
    // What this process notes is newer than what the folder could say.
    isCompared = true
    try {
      await settings.set(BACKUP_STATE, JSON.stringify(changed))
      if (unsaved === changed) unsaved = undefined
      return undefined
    } catch (error) {
      return error
    }
  }

  return {
    /** What is noted, with a copy in the folder that a former process could not note. */
    read,
    save,
    /** Notes in the database what it did not take before, if it takes it now. */
    catchUp: async (): Promise<void> => {
      if (unsaved !== undefined) await save(unsaved)
    },
  }
}

/**
 * A former process may have written copies that it could not note. A copy has its name only once it is complete and checked.
 * Without the noted copy beside it, a newer one may be of another database.
 */
function newerThan(saved: BackupNotes, copies: ReadonlyMap<string, number>): BackupNotes | undefined {
  const { last, failure } = saved
  if (last === undefined || !copies.has(last.name)) return undefined
  const [name, at] = [...copies].reduce((newest, copy) => (copy[1] > newest[1] ? copy : newest))
  if (name === last.name || at <= last.at) return undefined
  const found: LastCopy = { name, at, fileDamage: null, damagedWeeks: 0 }
  return { ...saved, last: found, failure: failure !== undefined && failure.at > at ? failure : undefined }
}

/** An unreadable value counts as missing. */
function parseNotes(text: string | undefined, startedAt: number): BackupNotes {
  try {
    return notes.parse(JSON.parse(text ?? ''))
  } catch {
    return { since: startedAt }
  }
}

/** After a copy that failed, and after a restore test that says nothing of its copy: without enough room, or on a disk that did not answer. */
export const RETRY_DELAY_MS = 10 * MINUTE_MS

/**
 * Milliseconds that are left of a wait that began at `at`. A time in the future shows that the clock was or is wrong, so the wait
 * counts as over.
 */
export const remainingMs = (at: number, wait: number, now: number): number =>
  at > now ? 0 : Math.max(0, at + wait - now)
