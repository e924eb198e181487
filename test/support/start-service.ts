// Starts the built service as a process, on the database of a command-line test bench.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { CliTestBench } from './cli/run-cli.js'
import { noteLogLines, noteSecret } from './secrets/collect.js'

const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'src', 'main.js')

/** PROCESS-25: printed on standard error for the person who started the service. The log does not hold it. */
const PRINTED_ADDRESS = /^Nothing is set up yet\. To begin, open .*\n/m

export interface ServiceProcess {
  /** The output so far, of standard output and standard error. */
  output(): string
  signal(signal: NodeJS.Signals): void
  /** Sends the signal, if given, and resolves with the exit code when the process has ended. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts the process without waiting until it serves. */
export function launchService(bench: CliTestBench, environment: Readonly<Record<string, string>> = {}): ServiceProcess {
  const baseEnvironment = {
    DATABASE_URL: `file:${join(bench.folder, 'headcount.db')}`,
    PLATFORM_URL: bench.simulator.url,
  }
  const child = spawn(process.execPath, [MAIN], { env: { PORT: '0', ...baseEnvironment, ...environment } })
  let output = ''
  const collect = (text: string): void => {
    output += text
    noteLogLines(text.replace(PRINTED_ADDRESS, ''))
  }
  noteSecret(environment.DISCORD_TOKEN)
  noteSecret(environment.DISCORD_CLIENT_SECRET)
  noteSecret(environment.SECRET_KEY)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => collect(data.toString()))
  onTestFinished(() => void child.kill('SIGKILL'))
  return { output: () => output, signal: (signal) => void child.kill(signal), end: (signal) => endOf(child, signal) }
}

export async function startService(bench: CliTestBench, environment?: Readonly<Record<string, string>>) {
  const service = launchService(bench, environment)
  // A process without the role of the API serves its own health only.
  await expect.poll(service.output, { timeout: 60_000 }).toMatch(/serves (?:at|its own health)/)
  return service
}

async function endOf(child: ChildProcess, signal: NodeJS.Signals | undefined): Promise<number | null> {
  if (signal !== undefined) child.kill(signal)
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}
