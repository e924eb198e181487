// Where the last scheduled copy is, as far as the folder and this process know.
import type { FolderView } from './backup-folder-watch.js'

/** `nowhere`: it never was in this folder as far as this process knows. `emptied`: the folder has lost all copies. */
export type CopyPlace = 'there' | 'nowhere' | 'gone' | 'emptied' | 'missing' | 'unreadable' | 'unresponsive'

export const PLACE_TEXTS = {
  gone: 'The last copy is no longer in the folder of the copies, and this service did not remove it; see what else deletes files there.',
  emptied:
    'The folder of the copies is empty, although this service wrote copies into it. See that its disk is mounted. No copy is made until they are there again; the doctor says what to do with a new folder.',
  missing: 'The folder of the copies is not there; see that its disk is mounted.',
  unreadable: 'The folder of the copies cannot be read; the doctor says why.',
  unresponsive: 'The disk of the copies does not answer.',
} as const

export const LOST_CONTENTS =
  'A newer copy holds less than half of what the copy before it holds. No older copy is removed until the operator decides; the doctor says which copies, and what to do.'
export const OTHERS_ONLY =
  'No copy of this database was made yet, but the folder holds copies of another one: this may be the wrong database. The doctor says more.'
export const OTHERS_BESIDE =
  'The folder also holds copies of another database or of an earlier version, which are never removed; the doctor says more.'

interface KnownCopies {
  readonly last: string | undefined
  /** The copy that this process wrote into the folder or found there. */
  readonly seen: string | undefined
  readonly isEmptied: boolean
}

export function placeOf(view: FolderView | undefined, { last, seen, isEmptied }: KnownCopies): CopyPlace {
  if (view === undefined || last === undefined) return 'nowhere'
  if ('problem' in view) return view.problem
  if (view.copies.has(last)) return 'there'
  if (isEmptied) return 'emptied'
  return seen === last ? 'gone' : 'nowhere'
}
