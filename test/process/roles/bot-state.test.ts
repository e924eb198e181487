// What a process without a running bot says of it, at /readyz and in the log.
import { expect, it } from 'vitest'
import type { Bot } from '../../../src/bot/start-bot.js'
import { rejection } from '../../../src/domain/error.js'
import { createBotRunner } from '../../../src/roles/bot-runner.js'
import { unreachableDatabase } from '../../../src/store/postgres/changes/availability.js'

function runnerThatReads(readToken: () => Promise<string | undefined>) {
  const errors: string[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: object, text: string) => void errors.push(text),
  }
  const runner = createBotRunner<Bot>({
    readToken,
    open: () => expect.unreachable('A bot without a token was opened.'),
    deliver: () => expect.unreachable('A bot without a token posts.'),
    log,
  })
  return { runner, errors }
}

it('does not speak of a stored token where the database cannot be reached, and is off once there is none [PROCESS-26]', async () => {
  let isReachable = false
  const { runner, errors } = runnerThatReads(async () => {
    if (!isReachable) throw unreachableDatabase('it does not answer')
    return undefined
  })
  await runner.restart()
  const detail = 'The database cannot be reached, so it is not known whether there is a token.'
  expect(runner.state()).toEqual({ state: 'failed', detail })
  expect(errors).toHaveLength(1)
  isReachable = true
  await runner.restart()
  expect(runner.state()).toEqual({ state: 'off' })
})

it('names the stored token where it cannot be decrypted [PROCESS-26]', async () => {
  const { runner } = runnerThatReads(async () => {
    throw rejection('NOT_CONFIGURED', { name: 'bad metrics token', facts: {} })
  })
  await runner.restart()
  expect(runner.state()).toMatchObject({ state: 'failed', detail: expect.stringContaining('stored token') })
})
