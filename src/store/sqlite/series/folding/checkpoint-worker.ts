// The thread of checkpoints.ts: a connection of its own that writes nothing.
import { parentPort, workerData } from 'node:worker_threads'
import { Database } from '../../driver.js'

const raw = new Database(String(workerData))
parentPort?.on('message', (order) => {
  if (order === 'close') {
    raw.close()
    parentPort?.close()
    return
  }
  // PASSIVE: it makes nobody wait, and leaves what others still read for the next time.
  raw.pragma('wal_checkpoint(PASSIVE)')
  parentPort?.postMessage('done')
})
