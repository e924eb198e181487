// A process that uses the same database as a test. Arguments: the file and the task.
import { once } from 'node:events'
import { systemClock } from '../../src/domain/clock.js'
import { DatabaseInUse, type Store } from '../../src/domain/ports/store.js'
import { operatorErrorText } from '../../src/messages/error-text.js'
import { openStore } from '../../src/store/open-store.js'
import { gap, record, sample } from './contract/support.js'

export const UNIVERSES = 200
export const FAILING = UNIVERSES + 1

const say = (line: string | number): void => void process.stdout.write(`${line}\n`)

/** Stores ticks until the process is killed, and prints each stored minute. */
async function tickForever(store: Store): Promise<void> {
  for (let minute = ((await store.series.cursor())?.minute ?? 0) + 1; ; minute++) {
    const samples = Array.from({ length: UNIVERSES }, (_, index) => sample(index + 1, minute, minute))
    await record(store, minute, { samples, gaps: [gap(FAILING, minute, minute + 1)] })
    say(minute)
  }
}

const VERBS: Readonly<Record<string, (store: Store) => Promise<void>>> = {
  open: async (store) => say(JSON.stringify(await store.health())),
  /** Says before that it begins to open the store. */
  wait: async (store) => say(JSON.stringify(await store.health())),
  /** Keeps the store open until the process is killed. */
  hold: async (store) => {
    say(JSON.stringify(await store.health()))
    await new Promise(() => setInterval(() => undefined, 1_000))
  },
  ticks: tickForever,
}

const [file, verb = ''] = process.argv.slice(2)
const run = VERBS[verb]
if (run !== undefined) {
  // The parent starts the work of all its children at the same millisecond.
  say('ready')
  const [moment] = await once(process.stdin, 'data')
  while (Date.now() < Number(moment));
  if (verb === 'wait') say('opening')
  const store = await openStore(`file:${file}`, { clock: systemClock }).catch((error: unknown) => {
    if (!(error instanceof DatabaseInUse)) throw error
    say(operatorErrorText(error))
    process.exit(1)
  })
  await run(store)
  store.close()
  process.exit(0)
}
