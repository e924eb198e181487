// A process that runs ticks, imports corrections and compacts concurrently until it is killed.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../../../src/domain/clock.js'
import type { Store } from '../../../src/domain/ports/store.js'
import type { Sample } from '../../../src/domain/sample.js'
import { openStore } from '../../../src/store/open-store.js'
import { addedValues, blockOf, record } from '../contract/support.js'

export const LIVES = 40
/** How many minutes back corrections reach. */
export const REACH = 300

/** Corrected samples have one favorite more. */
export const lifeSample = (universeId: number, minute: number, corrected = 0): Sample => ({
  universeId,
  minute,
  ccu: (minute * universeId) % 9_973,
  visits: minute * universeId,
  favorites: 2 * universeId + corrected,
  likes: minute % 7 === 0 ? null : minute,
  dislikes: minute % 7 === 0 ? null : universeId,
  ...addedValues(minute % 7 === 0 ? null : universeId),
})

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Tracks the universes for an enterprise account, because retention would thin out months that no account reads. */
async function follow(store: Store, ids: readonly number[], now: number): Promise<void> {
  const terms = { plan: 'enterprise', status: 'active', trialEndsAt: null, formerPlan: null, createdAt: now } as const
  const account = (await store.accounts.byName('Reader')) ?? (await store.accounts.create({ name: 'Reader', ...terms }))
  for (const id of ids) {
    const universe = { id, name: `Universe ${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const }
    await store.games.add({ accountId: account.id, universe, channelId: null, createdAt: now, maxGames: LIVES })
  }
}

async function live(file: string, first: number): Promise<void> {
  let minute = first
  const store = await openStore(`file:${file}`, {
    clock: { now: () => minute * MINUTE_MS, monotonic: () => minute * MINUTE_MS },
    clockState: () => 'correct',
  })
  const ids = Array.from({ length: LIVES }, (_, index) => index + 1)
  await follow(store, ids, first * MINUTE_MS)
  const packing = async (): Promise<never> => {
    for (;;) {
      await store.series.maintain()
      await sleep(1)
    }
  }
  void packing()
  for (; ; minute++) {
    await record(store, minute, { samples: ids.map((id) => lifeSample(id, minute)) })
    say(`tick ${minute}`)
    if (minute % 3 === 0 && minute - first > REACH) {
      const id = 1 + (minute % LIVES)
      const rows = Array.from({ length: 50 }, (_, index) => lifeSample(id, minute - REACH + index, 1))
      await store.series.importBlock(blockOf(id, rows))
      say(`import ${id} ${minute - REACH} ${minute - REACH + 50}`)
    }
    await sleep(0)
  }
}

const [file, first] = process.argv.slice(2)
if (file !== undefined && first !== undefined) {
  say('ready')
  await once(process.stdin, 'data')
  await live(file, Number(first))
}
