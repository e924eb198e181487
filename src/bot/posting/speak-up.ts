// All that the bot says without being asked: panels, counters and notices, at one pace that leaves room for answers.
import type { Client } from 'discord.js'
import type { Log } from '../../domain/ports/log.js'
import type { Operations } from '../../operations/operations.js'
import { keepLive } from '../live/keep-live.js'
import { keepDelivering } from '../notifications/keep-delivering.js'
import type { Pictures } from '../showing/pictures.js'
import { Pace } from './pace.js'

export interface Speaking {
  readonly operations: Operations
  readonly pictures: Pictures
  readonly log: Log
  readonly stop: AbortSignal
}

/** `track`: work that a stop waits for. */
export function speakUp(client: Client<true>, speaking: Speaking, track: (work: Promise<void>) => void): void {
  const shared = { ...speaking, client, pace: new Pace() }
  keepLive(shared, track)
  track(keepDelivering(shared, speaking.stop))
}
