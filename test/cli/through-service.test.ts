// While a service runs, the command line sends its verbs to it, because only the service may write the database.
import { execFileSync } from 'node:child_process'
import { constants, mkdir, open, readdir, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { messageFrame } from '../../src/cli/socket/messages.js'
import { listenLocally } from '../../src/local-socket.mjs'
import { socketPathOf } from '../../src/store/database-file.js'
import { type CliTestBench, gameShape, openAccount, openBench } from '../support/cli/run-cli.js'
import { launchService, type ServiceProcess, startService } from '../support/start-service.js'

const accounts = z.array(z.object({ name: z.string() }))
const socketOf = (bench: CliTestBench): string => socketPathOf(join(bench.folder, 'headcount.db'))

/** A service that SIGSTOP suspends, as one that hangs: it keeps its socket and database, and does not answer. */
function hang(service: ServiceProcess): void {
  service.signal('SIGSTOP')
  onTestFinished(() => service.signal('SIGCONT'))
}

const YEAR_HEADER = 'timestamp,universe_id,CCU,visits,favorites,likes,dislikes,revenue'

/** Samples of one universe at five minutes over that many days. */
function history(universeId: number, days: number): string {
  const start = Date.UTC(2024, 0, 1)
  const lines = Array.from({ length: days * 288 }, (_, at) => {
    const time = new Date(start + at * 300_000).toISOString()
    return `${time},${universeId},${100 + (at % 50)},${1_000 + at},5,6,7,`
  })
  return [YEAR_HEADER, ...lines, ''].join('\r\n')
}

/** A pipe: what was written to it, but for the last 64 KiB, was read by the other side. */
async function openPipe(bench: CliTestBench) {
  const pipe = join(bench.folder, 'pipe.csv')
  execFileSync('mkfifo', [pipe])
  return { pipe, writer: await open(pipe, constants.O_RDWR) }
}

test('the service runs the verbs, and its log says so [PROCESS-8]', async () => {
  const bench = await openBench()
  const service = await startService(bench)
  await openAccount(bench, 'Studio')
  expect(await bench.json(accounts, 'account', 'list')).toMatchObject([{ name: 'Studio' }])
  await expect.poll(service.output).toContain('Ran a command from the command line.')
  expect((await stat(socketOf(bench))).mode & 0o777).toBe(0o600)
})

test('wrong usage and errors have the exit codes and lines that they have without a service', async () => {
  const bench = await openBench()
  await startService(bench)
  expect(await bench.rejection(['account', 'show', 'Nobody'])).toContain('Nobody')
  expect(await bench.rejection(['account', 'create', '--name', 'X', '--plan', 'gold'], 2)).toContain('gold')
  expect(await bench.run('game')).toMatchObject({ code: 2, stdout: '' })
})

test('a rejected command leaves no error behind in the service', async () => {
  const bench = await openBench()
  const service = await startService(bench)
  await openAccount(bench, 'Studio')
  await bench.json(gameShape, 'game', 'add', '--account', '1', '--universe', `${bench.universe(0)}`)
  const twoRanges = ['series', '1', '--last', '1h', '--from', '2026-01-01']
  expect(await bench.rejection(twoRanges)).toContain('exclude each other')
  expect(await bench.json(accounts, 'account', 'list')).toMatchObject([{ name: 'Studio' }])
  expect(service.output()).not.toContain('left unhandled')
})

test('files are read and written by the command line, where the operator stands', async () => {
  const bench = await openBench()
  await startService(bench)
  await openAccount(bench, 'Studio')
  await bench.json(gameShape, 'game', 'add', '--account', '1', '--universe', `${bench.universe(0)}`)
  await bench.file('history.csv', history(bench.universe(0), 3))
  const count = await bench.run('samples', 'import', 'history.csv', '--json')
  expect(JSON.parse(count.stdout)).toEqual({ imported: 864, corrected: 0, unchanged: 0 })
  expect(await bench.rejection(['samples', 'import', 'absent.csv'])).toMatch(/There is no file \S*absent\.csv\./)
  await mkdir(join(bench.folder, 'mine'))
  const backup = await bench.run('backup', join('mine', 'copy.db'), '--json')
  expect(JSON.parse(backup.stdout)).toMatchObject({ file: join(bench.folder, 'mine', 'copy.db'), verified: true })
  expect((await stat(join(bench.folder, 'mine', 'copy.db'))).mode & 0o777).toBe(0o600)
  expect(await bench.rejection(['backup', join('mine', 'copy.db')])).toContain('exists already')
  expect((await readdir(bench.folder)).filter((name) => /copy-|partial/.test(name))).toEqual([])
})

test('a service of another version is named, and nothing is done', async () => {
  const bench = await openBench()
  const service = await startService(bench)
  const socket = connect(socketOf(bench))
  const answer = new Promise<string>((resolve) => socket.once('data', (data: Buffer) => resolve(data.toString())))
  socket.write(messageFrame({ type: 'hello', version: '0.0.9' }))
  expect(await answer).toContain('"type":"other version"')
  expect(service.output()).not.toContain('Ran a command')
})

test('a command line of another version than the service says what to do', async () => {
  const bench = await openBench()
  const server = await listenLocally(socketOf(bench), (socket) => {
    socket.once('data', () => socket.end(messageFrame({ type: 'other version', version: '0.0.9' })))
  })
  expect(await bench.rejection(['account', 'list'])).toMatch(/service is version 0\.0\.9, .* Restart the service/)
  server.close()
})

test('beside a service that hangs a verb ends in words, and the doctor still looks', async () => {
  const bench = await openBench()
  const service = await startService(bench)
  await openAccount(bench, 'Studio')
  hang(service)
  expect(await bench.rejection(['account', 'list'])).toContain('A service runs and does not answer')
  const doctor = await bench.run('doctor', '--json')
  const report = z.object({ checks: z.array(z.object({ name: z.string(), state: z.string(), found: z.string() })) })
  const checks = new Map(report.parse(JSON.parse(doctor.stdout)).checks.map(({ name, state }) => [name, state]))
  expect([doctor.code, checks.get('service'), checks.get('database')]).toEqual([1, 'wrong', 'ok'])
  expect([checks.get('series'), checks.get('retention')]).toEqual(['warning', 'warning'])
  expect(doctor.stdout.match(/does not answer/g)).toHaveLength(1)
  const copy = `headcount-${new Date().toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.db`
  await bench.file(copy, 'a copy')
  const withCopies = await bench.runWith({ BACKUP_DIR: bench.folder }, 'doctor')
  expect(withCopies.stdout).toContain('the restore test is not known while the service does not answer')
})

test('a service that dies under a verb is reported, and what it did is not guessed', async () => {
  const bench = await openBench()
  const server = await listenLocally(socketOf(bench), (socket) => {
    socket.once('data', () => socket.end(messageFrame({ type: 'welcome' })))
  })
  const line = await bench.rejection(['account', 'list'])
  server.close()
  expect(line).toContain('The service has ended. Whether the command was carried out is not known')
})

test('an import stops when its operator goes away, the service goes on, and importing again completes it', async () => {
  const bench = await openBench()
  const service = await startService(bench)
  await openAccount(bench, 'Studio')
  await bench.json(gameShape, 'game', 'add', '--account', '1', '--universe', `${bench.universe(0)}`)
  const year = history(bench.universe(0), 365)
  await bench.file('years.csv', year)
  const { pipe, writer } = await openPipe(bench)
  const running = bench.start(['samples', 'import', pipe])
  // More than all buffers on the way to the service hold, and not the whole.
  await writer.writeFile(year.slice(0, year.length / 2))
  running.process.kill('SIGKILL')
  await running.ended
  await writer.close()
  const again = await bench.run('samples', 'import', 'years.csv', '--json')
  const { imported, unchanged } = z.object({ imported: z.int(), unchanged: z.int() }).parse(JSON.parse(again.stdout))
  expect(imported + unchanged).toBe(365 * 288)
  expect(service.output()).not.toMatch(/"level":"?(50|error)/)
})

test('what a service that hung was asked for is not done later, and its log says so in one sentence [PROCESS-42]', async () => {
  const bench = await openBench()
  const service = await startService(bench)
  service.signal('SIGSTOP')
  expect(await bench.rejection(['account', 'create', '--name', 'Late', '--plan', 'free'])).toContain('does not answer')
  service.signal('SIGCONT')
  expect(await bench.run('account', 'list', '--json')).toMatchObject({ code: 0, stdout: '[]\n' })
  await expect.poll(service.output).toContain('the command line has ended. No command was run."')
  expect(service.output()).not.toContain('"stack"')
})

test.each([
  ['beside a service', true],
  ['where no service runs', false],
])('an import of a pipe whose writer falls silent ends on Ctrl-C, %s', async (_, isBeside) => {
  const bench = await openBench()
  await openAccount(bench, 'Studio')
  await bench.json(gameShape, 'game', 'add', '--account', '1', '--universe', `${bench.universe(0)}`)
  if (isBeside) await startService(bench)
  const { pipe, writer } = await openPipe(bench)
  const running = bench.start(['samples', 'import', pipe])
  // More than a pipe holds, so that the command line must have read some of it.
  await writer.writeFile(history(bench.universe(0), 20))
  running.process.kill('SIGINT')
  expect((await running.ended).code).not.toBe(0)
  await writer.close()
})

test('config check beside a service finds the database in order, and the log of the service says nothing of it', async () => {
  const bench = await openBench()
  const service = await startService(bench)
  const checked = await bench.run('config', 'check', '--json')
  expect(checked.code).toBe(0)
  expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, problems: [] })
  await bench.run('account', 'list')
  await expect.poll(service.output).toContain('Ran a command from the command line.')
  expect(service.output()).not.toContain('No command was run')
})

test('a database with a very long name has its service and its command line, too', async () => {
  const bench = await openBench()
  const url = { DATABASE_URL: `file:${join(bench.folder, `${'a'.repeat(150)}.db`)}` }
  const service = await startService(bench, url)
  expect((await bench.runWith(url, 'account', 'list')).code).toBe(0)
  await expect.poll(service.output).toContain('Ran a command from the command line.')
})

test('what is no command of ours closes the connection and disturbs nobody', async () => {
  const bench = await openBench()
  await startService(bench)
  for (const garbage of [Buffer.from('GET / HTTP/1.1\r\n\r\n'), Buffer.alloc(70_000, 255)]) {
    const socket = connect(socketOf(bench))
    socket.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.write(garbage)
    await closed
  }
  await openAccount(bench, 'Studio')
})

test('the socket that a killed service left is no service', async () => {
  const bench = await openBench()
  const service = await startService(bench)
  await service.end('SIGKILL')
  await openAccount(bench, 'Studio')
  await startService(bench)
  expect(await bench.json(accounts, 'account', 'list')).toMatchObject([{ name: 'Studio' }])
})

test('a verb that is typed while the service starts is run by it', async () => {
  const bench = await openBench()
  const service = launchService(bench)
  const made = await bench.run('account', 'create', '--name', 'Early', '--plan', 'free')
  expect(made).toMatchObject({ code: 0, stderr: '' })
  await expect.poll(service.output, { timeout: 60_000 }).toContain('serves at')
  expect(await bench.json(accounts, 'account', 'list')).toMatchObject([{ name: 'Early' }])
})

test('--version prints the version of the command line', async () => {
  const bench = await openBench()
  expect((await bench.run('--version')).stdout).toMatch(/^\d+\.\d+\.\d+(\+[0-9a-f]{8})?\n$/)
})
