// Which program this is: the version of the package, and of which build.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project-root.js'

/**
 * For example `0.1.0+3fa9c1d2`. Read once, at the start: what lies on the disk may be another program by the time that it
 * is asked for again.
 */
export const programVersion = `${packageVersion()}${buildName()}`

function packageVersion(): string {
  const read: unknown = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const version = typeof read === 'object' && read !== null && 'version' in read ? read.version : undefined
  return typeof version === 'string' ? version : 'unknown'
}

/** ready.mjs writes there what the program was built from. */
function buildName(): string {
  try {
    return `+${readFileSync(join(projectRoot, 'dist', '.built'), 'utf8').slice(0, 8)}`
  } catch {
    return ''
  }
}
