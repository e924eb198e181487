// If the command line stops during a verb, the service stops the verb, too, and removes what it had begun.
import { readdir, utimes } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { encodeFrame, readFrames } from '../../src/cli/socket/frames.js'
import { messageFrame, readServerMessage, type ServerMessage } from '../../src/cli/socket/messages.js'
import { parseDay } from '../../src/domain/rules/date-range.js'
import { listenLocally } from '../../src/local-socket.mjs'
import { programVersion } from '../../src/program-version.js'
import { socketPathOf } from '../../src/store/database-file.js'
import { type CliTestBench, openAccount, openBench } from '../support/cli/run-cli.js'
import { importOld, OLD_WEEKS, thinOut } from '../support/store/thin-out.js'

const socketOf = (bench: CliTestBench): string => socketPathOf(join(bench.folder, 'headcount.db'))
const INTERRUPT = messageFrame({ type: 'interrupt' })

interface SocketClient {
  readonly socket: Socket
  /** The next message of this type; undefined if the connection ends before. */
  next<Type extends ServerMessage['type']>(type: Type): Promise<Extract<ServerMessage, { type: Type }> | undefined>
}

/** Sends a verb to the service, as the command line does. */
function startVerb(bench: CliTestBench, ...args: string[]): SocketClient {
  const socket = connect(socketOf(bench))
  onTestFinished(() => void socket.destroy())
  const frames = readFrames(socket)
  socket.write(messageFrame({ type: 'hello', version: programVersion }))
  socket.write(messageFrame({ type: 'run', args }))
  return {
    socket,
    async next(type) {
      for (;;) {
        const { value, done } = await frames.next()
        if (done === true) return undefined
        const message = readServerMessage(value)
        if (message.type === type) return message as Extract<ServerMessage, { type: typeof type }>
      }
    },
  }
}

const restored = z.object({ weeks: z.int() })

async function openThinnedOut(): Promise<CliTestBench> {
  const bench = await openBench()
  await bench.account('Studio', 'free', 2)
  await importOld(bench, bench.universe(0), bench.universe(1))
  await thinOut(bench)
  await bench.beside()
  return bench
}

test('samples restore stops on Ctrl-C, says how far it came, and can be repeated to complete it', async () => {
  const bench = await openThinnedOut()
  const client = startVerb(bench, 'samples', 'restore', '--json')
  await client.next('progress')
  client.socket.write(INTERRUPT)
  const line = (await client.next('write'))?.text ?? ''
  const done = Number(/^error: Stopped after (\d+) of 10 weeks\. What is restored stays; repeat/.exec(line)?.[1])
  expect([await client.next('exit'), done < 2 * OLD_WEEKS]).toEqual([{ type: 'exit', code: 1 }, true])
  expect(await bench.json(restored, 'samples', 'restore')).toMatchObject({ weeks: 2 * OLD_WEEKS - done })
})

test('samples restore stops when its client goes away', async () => {
  const bench = await openThinnedOut()
  const client = startVerb(bench, 'samples', 'restore')
  await client.next('progress')
  client.socket.destroy()
  // The service ends the verb before it closes the connection.
  await bench.leave()
  expect((await bench.json(restored, 'samples', 'restore')).weeks).toBeGreaterThan(0)
})

test('revenue import stops on Ctrl-C until the whole file is read, and imports nothing', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 1)
  const client = startVerb(bench, 'revenue', 'import', '--game', '1', 'revenue.csv')
  await client.next('open')
  client.socket.write(messageFrame({ type: 'done' }))
  await client.next('read')
  client.socket.write(encodeFrame({ kind: 'data', payload: Buffer.from('date,revenue\n2026-01-01,12.5\n') }))
  await client.next('read')
  client.socket.write(Buffer.concat([messageFrame({ type: 'end of file' }), INTERRUPT]))
  expect((await client.next('write'))?.text).toMatch(/^error: Stopped .*Nothing was imported/)
  expect(await client.next('exit')).toEqual({ type: 'exit', code: 1 })
  const day = parseDay('2026-01-01') ?? 0
  expect([...(await (await bench.beside()).store.revenue.between(1, { start: day, end: day }))]).toEqual([])
})

test('the next backup removes what a killed client left, and nothing of a client that lives [PROCESS-13]', async () => {
  const bench = await openBench()
  await openAccount(bench, 'Studio')
  const killed = await startBackup(bench, 'killed.db')
  await startBackup(bench, 'alive.db')
  killed.kill('SIGKILL')
  await killed.ended
  await bench.file('notes.partial-2', 'mine')
  expect(partials(await readdir(bench.folder))).toEqual(['alive.db', 'killed.db'])
  expect((await bench.run('backup', 'whole.db')).code).toBe(0)
  expect(partials(await readdir(bench.folder))).toEqual(['alive.db'])
  expect(await readdir(bench.folder)).toEqual(expect.arrayContaining(['whole.db', 'notes.partial-2']))
})

test('what another machine left beside a backup is removed when nothing was written to it for a day', async () => {
  const bench = await openBench()
  await openAccount(bench, 'Studio')
  const names = ['old', 'new'].map((name) => `${name}.db.partial-00000000-1-aaaaaaaaaaaa`)
  for (const name of names) await bench.file(name, 'half a copy')
  const dayBefore = Date.now() / 1_000 - 25 * 60 * 60
  await utimes(join(bench.folder, names[0] ?? ''), dayBefore, dayBefore)
  expect((await bench.run('backup', 'whole.db')).code).toBe(0)
  expect(partials(await readdir(bench.folder))).toEqual(['new.db'])
})

const partials = (names: readonly string[]): string[] =>
  names.flatMap((name) => /^(.*)\.partial-.*-/.exec(name)?.[1] ?? []).sort()

/** A command line that waits in the middle of a backup, because the service sends nothing more. */
async function startBackup(bench: CliTestBench, target: string) {
  let isCreated = (): void => undefined
  const created = new Promise<void>((resolve) => {
    isCreated = resolve
  })
  const file = join(bench.folder, `${target}.silent.db`)
  const server = await listenLocally(socketPathOf(file), async (socket) => {
    const frames = readFrames(socket)
    await frames.next()
    socket.write(messageFrame({ type: 'welcome' }))
    await frames.next()
    socket.write(messageFrame({ type: 'create', path: target }))
    await frames.next()
    isCreated()
  })
  const client = bench.start(['backup', target], { DATABASE_URL: `file:${file}` })
  onTestFinished(async () => {
    client.process.kill('SIGKILL')
    await client.ended
    server.close()
  })
  await created
  return { kill: (signal: NodeJS.Signals) => client.process.kill(signal), ended: client.ended }
}
