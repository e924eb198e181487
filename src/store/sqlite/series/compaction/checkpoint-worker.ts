// The thread of checkpoints.ts: a connection of its own that writes nothing.
import { parentPort, workerData } from 'node:worker_threads'
import { Database } from '../../driver.js'

// One that was taken away is not made anew: this thread has nothing to do then.
const raw = new Database(String(workerData), { fileMustExist: true })
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
