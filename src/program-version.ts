// The version of the running program: the version of the package and the hash of the files from which it was built.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project-root.js'

/**
 * For example `0.1.0+3fa9c1d2`. It is read once, at startup, because the files on disk may be replaced while the
 * program runs.
 */
export const programVersion = `${packageVersion()}${buildName()}`

function packageVersion(): string {
  const read: unknown = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const version = typeof read === 'object' && read !== null && 'version' in read ? read.version : undefined
  return typeof version === 'string' ? version : 'unknown'
}

/** Reads the file that begins with the hash of the sources, of names and contents; ready.mjs writes it. */
function buildName(): string {
  try {
    return `+${readFileSync(join(projectRoot, 'dist', '.built'), 'utf8').slice(0, 8)}`
  } catch {
    return ''
  }
}
