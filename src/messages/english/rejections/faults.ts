// What the system or SQLite says of a file or a disk, in words: what happened, and what to do.

type FileFaultKind = 'full' | 'read-only' | 'denied' | 'missing' | 'no folder' | 'disk error' | 'damaged' | 'locked'

/** By the beginning of the code, of the system (ENOSPC) or of SQLite (SQLITE_FULL). */
const FAULT_CODES: readonly (readonly [code: RegExp, fault: FileFaultKind])[] = [
  // SQLITE_IOERR_SHMSIZE: there is no room for the index of the write-ahead log.
  [/^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)/, 'full'],
  [/^EROFS/, 'read-only'],
  [/^(EACCES|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM)/, 'denied'],
  [/^ENOENT/, 'missing'],
  [/^ENOTDIR/, 'no folder'],
  [/^(EIO|SQLITE_IOERR)/, 'disk error'],
  [/^(SQLITE_CORRUPT|SQLITE_NOTADB)/, 'damaged'],
  [/^(SQLITE_BUSY|SQLITE_LOCKED|SQLITE_PROTOCOL)/, 'locked'],
]

const FAULT_TEXTS: Readonly<Record<FileFaultKind, (path: string, code: string, cause: string) => string>> = {
  full: (path) => `The disk of ${path} is full. Make room on it, then try again.`,
  'read-only': (path) =>
    `${path} lies on a disk that is mounted read-only. Mount it for writing, or choose another place.`,
  denied: (path) =>
    `${path} may not be opened or written to by the user who runs this. Give it and its folder to that user (chown, chmod).`,
  missing: (path) => `${path} is not there. Create it, or choose another place.`,
  'no folder': (path) => `${path} cannot be opened: a part of its path is a file, not a folder. Choose another place.`,
  'disk error': (path, code) =>
    `The disk of ${path} returned an error (${code}). See the log of the system (dmesg), and whether the disk is sound.`,
  damaged: (path, _, cause) =>
    `${path} is damaged: ${cause}. Run the doctor, which says what can be read, or restore a backup.`,
  locked: (path) => `Another program has locked ${path}. Try again when it has ended.`,
}

/** `cause` stands for a code that has no words. */
export function faultText(path: string, code: string, cause: string): string {
  const fault = FAULT_CODES.find(([pattern]) => pattern.test(code))?.[1]
  return fault === undefined ? `${path}: ${cause.replace(/\.$/, '')}.` : FAULT_TEXTS[fault](path, code, cause)
}

/** The text of an error of the system that names a file; undefined for any other. */
export function systemErrorText(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return undefined
  const { code, path, message } = error
  return typeof code === 'string' && typeof path === 'string' ? faultText(path, code, message) : undefined
}
