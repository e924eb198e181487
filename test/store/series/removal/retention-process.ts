// A process that thins out a store's old weeks, or restores them, until it is killed.
import { once } from 'node:events'
import { MINUTE_MS } from '../../../../src/domain/clock.js'
import { openStore } from '../../../../src/store/open-store.js'
import { EVERYTHING } from '../aging-store.js'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const [file, verb = ''] = process.argv.slice(2)
if (file !== undefined) {
  say('ready')
  await once(process.stdin, 'data')
  const [what, minute] = verb.split(' ')
  const now = () => Number(minute) * MINUTE_MS
  const store = await openStore(`file:${file}`, { clock: { now, monotonic: now }, clockState: () => 'correct' })
  say('opened')
  if (what === 'restore') await store.removedSamples.restore(EVERYTHING)
  else await store.series.maintain()
  say('done')
  store.close()
}
