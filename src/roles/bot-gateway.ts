// What the rest of the service needs of whoever runs the bot: in this process alone, or with others.
import type { Worker } from '../poller/repeat.js'
import type { BotRunner } from './bot-runner.js'

export interface BotGateway extends Worker {
  /** Starts the bot again with the token in force, where this process runs it. */
  restart(): Promise<void>
}

/** The only process opens all shards. Resolves once the bot is starting. */
export async function startWholeGateway(runner: Pick<BotRunner, 'restart'>): Promise<BotGateway> {
  await runner.restart()
  return { restart: () => runner.restart(), stop: async () => undefined }
}
