// In a small project of its own, with the real esbuild, a small builder and a double of npm.
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUILDER, end, endOf, LOCK, openProject, QUIET, until } from './support/ready-project.js'

test('on a fresh clone it installs and builds, and then has nothing more to say [PROCESS-1]', async () => {
  const mini = await openProject()
  const first = await mini.ready('start')
  expect(first).toMatchObject({ code: 0, stdout: '' })
  expect(first.stderr).toMatch(/installing packages[\s\S]*better-sqlite3[\s\S]*building/)
  expect(await mini.read('npm-calls')).toMatch(/^ci --omit=dev --include=optional --prefix=/)
  expect(await mini.read('dist/src/main.js')).toContain('answer = 1')
  expect(mini.has('dist/commands/rank.js')).toBe(true)
  expect(await mini.ready('start')).toEqual(QUIET)
})

test('test asks for the rest, which satisfies start too', async () => {
  const mini = await openProject()
  await mini.ready('start')
  expect((await mini.ready('test')).stderr).toContain('installing')
  expect((await mini.read('npm-calls')).split('\n')[1]).toContain('--include=dev')
  expect(await mini.ready('start')).toEqual(QUIET)
})

test('what was installed by hand is taken as it is, unless it differs from the lock file', async () => {
  const mini = await openProject()
  await mini.installByHand()
  expect((await mini.ready('test')).stderr).not.toContain('installing')
  await mini.write('package-lock.json', LOCK.replace('1.0.0', '1.0.1'))
  expect((await mini.ready('start')).stderr).toMatch(/installing[\s\S]*building/)
})

test('a changed, added or removed source is built again, and nothing stale is left', async () => {
  const mini = await openProject()
  await mini.installByHand()
  await mini.write('src/old.ts', 'export {}\n')
  await mini.ready('start')
  expect(mini.has('dist/src/old.js')).toBe(true)
  await rm(join(mini.folder, 'src/old.ts'))
  await mini.write('src/main.ts', 'export const answer: number = 2\n')
  expect(await mini.ready('start')).toMatchObject({ code: 0, stderr: expect.stringContaining('building') })
  expect(await mini.read('dist/src/main.js')).toContain('answer = 2')
  expect(mini.has('dist/src/old.js')).toBe(false)
})

test('a failed build is shown, is no build, and leaves the one before', async () => {
  const mini = await openProject()
  await mini.installByHand()
  await mini.ready('start')
  await mini.write('src/main.ts', 'export const = \n')
  const failed = await mini.ready('start')
  expect(failed).toMatchObject({ code: 1, stdout: '' })
  expect(failed.stderr).toMatch(/main\.ts[\s\S]*building failed/)
  expect(await mini.read('dist/src/main.js')).toContain('answer = 1')
  expect((await mini.ready('start')).code).toBe(1)
})

test('a build that failed halfway leaves the one before whole', async () => {
  const mini = await openProject()
  await mini.installByHand()
  await mini.ready('start')
  await mini.write('src/main.ts', 'export const answer: number = 2\n')
  await mini.write('src/bundle.mjs', `${BUILDER}\nprocess.exit(1)`)
  expect(await mini.ready('start')).toMatchObject({ code: 1, stderr: expect.stringContaining('building failed') })
  expect(await mini.read('dist/src/main.js')).toContain('answer = 1')
  expect(mini.has('dist/commands/rank.js')).toBe(true)
})

test('a failed or interrupted install is none', async () => {
  const mini = await openProject()
  await mini.write('npm-mode', 'fail')
  expect(await mini.ready('start')).toMatchObject({ code: 1, stderr: expect.stringContaining('failed (7)') })
  await mini.write('npm-mode', 'hang')
  const before = (await mini.read('npm-calls')).length
  const child = mini.start('start')
  const ended = endOf(child)
  await until(async () => (await mini.read('npm-calls')).length > before)
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 143 })
  expect(mini.has('node_modules/.headcount/installed')).toBe(false)
  expect(mini.has('dist/.preparing')).toBe(false)
  await mini.write('npm-mode', '')
  // Half of an install may look like a whole one.
  await mini.installByHand()
  expect((await mini.ready('start')).stderr).toContain('installing')
})

test('under a running service nothing is installed or built, even where it hangs', async () => {
  const mini = await openProject()
  await mini.installByHand()
  await mini.ready('start')
  const [first, second] = [await mini.serve(), await mini.serve()]
  expect(await mini.ready('start')).toEqual(QUIET)
  await mini.write('src/main.ts', 'export const answer = 3\n')
  const rejected = await mini.ready('start')
  expect(rejected).toMatchObject({ code: 1, stdout: '' })
  expect(rejected.stderr).toMatch(
    /^headcount: the program has changed, and Headcount is running .*: stop it first.*\n$/,
  )
  expect([first.pid, second.pid].every((pid) => rejected.stderr.includes(`${pid}`))).toBe(true)
  await end(first, 'SIGTERM')
  second.kill('SIGSTOP')
  expect(await mini.ready('start')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`process ${second.pid})`),
  })
  expect(await mini.read('dist/src/main.js')).toContain('answer = 1')
  await end(second, 'SIGKILL')
  expect(await mini.ready('start')).toMatchObject({ code: 0 })
  expect(await mini.read('dist/src/main.js')).toContain('answer = 3')
})

test('a service that was killed holds nothing up, whoever has its number now', async () => {
  const mini = await openProject()
  await mini.installByHand()
  await mini.ready('start')
  await end(await mini.serve(), 'SIGKILL')
  const [left = ''] = await readdir(join(mini.folder, 'dist/.running'))
  await rename(join(mini.folder, 'dist/.running', left), join(mini.folder, 'dist/.running', `${process.pid}-0.sock`))
  await mkdir(join(mini.folder, 'node_modules/.headcount'), { recursive: true })
  await mini.write(`node_modules/.headcount/running-${process.pid}`, '')
  await mini.write('src/main.ts', 'export const answer = 3\n')
  expect(await mini.ready('start')).toMatchObject({ code: 0 })
  expect(await mini.read('dist/src/main.js')).toContain('answer = 3')
  expect(await readdir(join(mini.folder, 'dist/.running'))).toEqual([])
})

test('a folder whose path is longer than a socket may have works as any other', async () => {
  const mini = await openProject(`${'deep/'.repeat(30)}end`)
  await mini.installByHand()
  await mini.ready('start')
  const service = await mini.serve()
  await mini.write('src/main.ts', 'export const answer = 3\n')
  expect(await mini.ready('start')).toMatchObject({ code: 1, stderr: expect.stringContaining('stop it first') })
  await end(service, 'SIGKILL')
  expect(await mini.ready('start')).toMatchObject({ code: 0 })
})

test('of two at once one works and the other waits', async () => {
  const mini = await openProject()
  await mini.installByHand()
  await mini.write('wait', '')
  const starts = [mini.start('start'), mini.start('start')]
  let said = ''
  for (const { stderr } of starts) stderr?.on('data', (chunk) => (said += chunk))
  const both = Promise.all(starts.map(endOf))
  await until(() => said.includes('waiting for process') && said.includes('building …'))
  await rm(join(mini.folder, 'wait'))
  expect((await both).map((one) => one.code)).toEqual([0, 0])
  expect(said.match(/building …|waiting for process/g)).toHaveLength(2)
})

test('one that was killed at its work is not waited for, whoever has its number now', async () => {
  const mini = await openProject()
  await mini.write('npm-mode', 'hang')
  const killed = mini.start('start')
  await until(async () => mini.has('npm-calls') && (await mini.read('npm-calls')) !== '')
  await end(killed, 'SIGKILL')
  await mini.write('npm-mode', '')
  const [left = ''] = await readdir(join(mini.folder, 'dist/.preparing'))
  await rename(
    join(mini.folder, 'dist/.preparing', left),
    join(mini.folder, 'dist/.preparing', `${process.pid}-0.sock`),
  )
  await mini.write('dist/.lock', `${process.pid}`)
  await mkdir(join(mini.folder, 'dist/.lock-turnstile'))
  const both = await Promise.all([mini.ready('start'), mini.ready('start')])
  expect(both.map((one) => one.code)).toEqual([0, 0])
  expect(both.filter((one) => one.stderr.includes('building …'))).toHaveLength(1)
})

test('it takes one of two words', async () => {
  const mini = await openProject()
  expect(await mini.ready()).toMatchObject({ code: 1, stderr: expect.stringContaining('start|test') })
})

test('a program runs in the same process with its words, and others may prepare the folder meanwhile', async () => {
  const mini = await openProject()
  await mini.installByHand()
  const program = `
    console.log(process.pid, JSON.stringify(process.argv.slice(1)))
    setInterval(() => {}, 1_000)`
  await mini.write('src/main.ts', program)
  const running = mini.start('start', 'dist/src/main.js', 'rank', '--json')
  let printed = ''
  running.stdout?.on('data', (chunk) => (printed += chunk))
  try {
    await until(() => printed.endsWith('\n'))
    const main = join(mini.folder, 'dist', 'src', 'main.js')
    expect(printed).toBe(`${running.pid} ${JSON.stringify([main, 'rank', '--json'])}\n`)
    await mini.write('src/main.ts', 'export const answer: number = 2\n')
    expect(await mini.ready('start')).toMatchObject({ code: 0, stderr: expect.not.stringContaining('waiting') })
    expect(await mini.read('dist/src/main.js')).toContain('answer = 2')
  } finally {
    await end(running, 'SIGTERM')
  }
})

test('a program that fails ends the process with its code', async () => {
  const mini = await openProject()
  await mini.installByHand()
  await mini.write('src/main.ts', 'process.exitCode = 3\n')
  expect(await mini.ready('start', 'dist/src/main.js')).toMatchObject({ code: 3 })
  await mini.write('src/main.ts', 'throw new Error("The disk is full")\n')
  const failed = await mini.ready('start', 'dist/src/main.js')
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('The disk is full') })
})
