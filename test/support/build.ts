// Runs before all tests: builds what `npm start` would run, and the programs that tests start as processes.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bundlePrograms, CHROMIUM_MISSING, quickChromiumPath } from './cli/programs.js'

export default async function setup(): Promise<void> {
  const ready = join(import.meta.dirname, '..', '..', 'src', 'ready.mjs')
  const { status } = spawnSync(process.execPath, [ready, 'test'], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error('The build failed.')
  await bundlePrograms()
  if (quickChromiumPath === undefined)
    process.stderr.write(`The tests in the browser are skipped: ${CHROMIUM_MISSING}.\n`)
}
