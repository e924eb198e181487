// The worker thread of checkpoints.ts, with its own connection, which writes no data.
import { parentPort, workerData } from 'node:worker_threads'
import { Database } from '../../driver.js'

// A database that was moved away must not be created again.
const raw = new Database(String(workerData), { fileMustExist: true })
parentPort?.on('message', (order) => {
  if (order === 'close') {
    raw.close()
    parentPort?.close()
    return
  }
  // A PASSIVE checkpoint blocks nobody; pages that others still read are left for the next checkpoint.
  raw.pragma('wal_checkpoint(PASSIVE)')
  parentPort?.postMessage('done')
})
