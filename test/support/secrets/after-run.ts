// Runs around all tests: searches each line of the log for each secret that was used, and keeps what long tests measured.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { keepFigures, recordFigure } from '../../ledger/ledger.js'
import { COLLECTION_VARIABLE, isRecorded, type RunExtent, secretsFigure, secretsIn } from './collect.js'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-run-'))
  process.env[COLLECTION_VARIABLE] = folder
  return async () => {
    try {
      const secrets = new Set(await linesOf(folder, '.secrets'))
      const lines = await linesOf(folder, '.log')
      const found = secretsIn(lines, secrets)
      if (found.length > 0) {
        process.exitCode = 1
        throw new Error(`Lines of the log hold secrets:\n${found.slice(0, 20).join('\n')}`)
      }
      const extent = await extentOf(project)
      const isCounted = isRecorded(extent, Boolean(process.env.RECORD_SECRETS))
      await recordFigure('secrets', secretsFigure(extent, lines.length, secrets.size), isCounted)
      await keepFigures()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

async function extentOf(project: TestProject): Promise<RunExtent> {
  const { config, vitest } = project
  const { testFiles } = await project.globTestFiles()
  const ran = new Set(vitest.state.getTestModules().map(({ moduleId }) => moduleId))
  return {
    isLong: config.env?.TEST_ROUNDS === 'all',
    isOfNames: config.testNamePattern !== undefined,
    files: testFiles.length,
    ran: ran.size,
  }
}

async function linesOf(folder: string, ending: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.flatMap((text) => text.split('\n')).filter((line) => line !== '')
}
