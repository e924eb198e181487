// Brings out what waits to be told, as long as the bot runs.
import { setTimeout as sleep } from 'node:timers/promises'
import { describeError } from '../describe-error.js'
import { createPoster, type PosterOptions } from './sender.js'

/** A look is one statement over what waits. */
const LOOK_EVERY_MS = 500
/** One line a trouble, not one a second. */
const AFTER_TROUBLE_MS = 30_000

/** Ends when `stop` fires and what is on its way has arrived, or the client was given up. */
export async function keepDelivering(options: PosterOptions, stop: AbortSignal): Promise<void> {
  const { client, operations, log } = options
  const poster = createPoster(options)
  while (!stop.aborted && client.token !== null) {
    let wait = LOOK_EVERY_MS
    try {
      await operations.deliverNotices({ poster, stop })
    } catch (error) {
      wait = AFTER_TROUBLE_MS
      if (!stop.aborted) log.error(describeError(error), 'Notifications could not be delivered; they wait')
    }
    await sleep(wait, undefined, { signal: stop, ref: false }).catch(() => undefined)
  }
}
