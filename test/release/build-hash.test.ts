// The hash of the sources in the version of the program, as ready.mjs writes it.
import { rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUILDER, end, openProject, QUIET, type ReadyProject } from '../support/ready-project.js'

/** The hash that the version of the program names. */
const buildHash = async (mini: ReadyProject): Promise<string> => (await mini.read('dist/.built')).slice(0, 8)

test('the same files are the same version in every folder, and other contents are another one [PROCESS-32]', async () => {
  const [one, other] = [await openProject(), await openProject('elsewhere')]
  for (const mini of [one, other]) {
    await mini.installByHand()
    await mini.ready('start')
  }
  const built = await buildHash(one)
  expect(built).toMatch(/^[0-9a-f]{8}$/)
  expect(await buildHash(other)).toBe(built)
  await other.write('src/main.ts', 'export const answer: number = 7\n')
  await other.ready('start')
  expect(await buildHash(other)).not.toBe(built)
  await other.write('src/main.ts', 'export const answer: number = 1\n')
  await other.ready('start')
  expect(await buildHash(other)).toBe(built)
  await rename(join(other.folder, 'commands/rank.ts'), join(other.folder, 'commands/ranks.ts'))
  await other.ready('start')
  expect(await buildHash(other)).not.toBe(built)
})

test('a file that was only touched changes neither the build nor the version, also under a running service', async () => {
  const mini = await openProject()
  await mini.installByHand()
  await mini.ready('start')
  const built = await buildHash(mini)
  const service = await mini.serve()
  await utimes(join(mini.folder, 'src/main.ts'), 1, 1)
  await rm(join(mini.folder, 'src/bundle.mjs'))
  await mini.write('src/bundle.mjs', BUILDER)
  expect(await mini.ready('start')).toEqual(QUIET)
  expect(await buildHash(mini)).toBe(built)
  await end(service, 'SIGKILL')
})
