// Which file a path leads to: another program may move, replace or delete the one that this process has open.
import { statSync } from 'node:fs'

/** The device and the number of a file on it, which stay where it is renamed. */
export interface FileIdentityNumbers {
  readonly dev: number
  readonly ino: number
}

/** Zeros where there is no file: no file has these. */
export function identityAt(path: string): FileIdentityNumbers {
  const { dev, ino } = statSync(path, { throwIfNoEntry: false }) ?? { dev: 0, ino: 0 }
  return { dev, ino }
}

export function isAt(path: string, { dev, ino }: FileIdentityNumbers): boolean {
  const found = identityAt(path)
  return found.ino === ino && found.dev === dev
}
