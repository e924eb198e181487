// The worker thread of checkpoints.ts, with its own connection, which writes no data.
import { parentPort, workerData } from 'node:worker_threads'
import { Database } from '../../driver.js'
import { isAt } from '../../file/file-identity.js'
import type { CheckpointTarget } from './checkpoints.js'

const target: CheckpointTarget = workerData
// A database that was moved away must not be created again.
const raw = new Database(target.file, { fileMustExist: true })
// The log at the path is that of the file that the service has open: SQLite would write it into another file that lies there now.
if (!isAt(target.file, target)) process.exit()
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
