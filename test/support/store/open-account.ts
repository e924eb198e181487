// Creates an account and closes the database again, so that no process has it open.
import { expect } from 'vitest'
import type { CliTestBench } from '../cli/run-cli.js'

export async function openAccount(bench: CliTestBench, name: string): Promise<void> {
  expect(await bench.run('account', 'create', '--name', name, '--plan', 'enterprise')).toMatchObject({ code: 0 })
}
