// The row store fulfills the same contract as the storage engine, so that it can serve as an oracle.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NOW } from './contract/support.js'
import { storeContract } from './contract.js'
import { openOracle } from './open-oracle.js'

storeContract('the row store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-oracle-'))
  const clock = { now: () => NOW, monotonic: () => NOW }
  const store = await openOracle(join(folder, 'headcount.db'), clock, () => 'correct')
  const dispose = async () => {
    store.close()
    await rm(folder, { recursive: true })
  }
  return { store, dispose }
})
