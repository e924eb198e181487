// Starts store-process.ts or another program, lets it wait before its work, and collects its output.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { program } from '../support/cli/programs.js'

export interface StoreProcess {
  /** Starts the work, at `moment` (ms) if given, so that several processes can start at the same time. */
  go(moment?: number): void
  kill(): void
  /** Resolves with the first line of output after the start of the work. */
  readonly firstLine: Promise<string | undefined>
  /** Resolves when it has printed that many lines since the start of the work, or has ended. */
  printed(count: number): Promise<void>
  readonly finished: Promise<{ readonly lines: readonly string[]; readonly errors: string }>
}

export async function startStoreProcess(
  file: string,
  verb: string,
  source = 'store/store-process.ts',
): Promise<StoreProcess> {
  const child = spawn(process.execPath, [program(source), file, verb])
  const output = createInterface({ input: child.stdout })
  const lines: string[] = []
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += String(chunk)
  })
  const closed = once(child, 'close')
  await Promise.race([once(output, 'line'), closed])
  output.on('line', (line) => lines.push(line))
  return {
    go: (moment = 0) => void child.stdin.write(`${moment}\n`),
    kill: () => void child.kill('SIGKILL'),
    firstLine: Promise.race([once(output, 'line'), closed]).then(() => lines[0]),
    printed: async (count) => {
      while (lines.length < count && child.exitCode === null && child.signalCode === null)
        await Promise.race([once(output, 'line'), closed])
    },
    finished: closed.then(() => ({ lines, errors })),
  }
}
