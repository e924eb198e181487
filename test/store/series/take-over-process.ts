// A process that migrates an old database and applies retention until it is killed: `take-over-process.ts FILE _`.
import { once } from 'node:events'
import { DAY_MINUTES, MINUTE_MS } from '../../../src/domain/clock.js'
import type { Log } from '../../../src/domain/ports/events.js'
import { openStore } from '../../../src/store/open-store.js'
import { NOW } from '../contract/support.js'

/** A time, in ms, at which the free plan reads only one of the old rows for each hour. */
export const LATER = NOW + 15 * DAY_MINUTES * MINUTE_MS

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const log: Log = { info: (_, text) => say(text), warn: () => undefined, error: (_, text) => process.stderr.write(text) }

const [file, isProcess] = process.argv.slice(2)
if (file !== undefined && isProcess !== undefined) {
  say('ready')
  await once(process.stdin, 'data')
  const store = await openStore(`file:${file}`, {
    clock: { now: () => LATER, monotonic: () => LATER },
    clockState: () => 'correct',
    log,
  })
  say('open')
  await store.series.maintain()
  store.close()
  process.exit(0)
}
