// Makes checkpoints on another thread: they move pages from the write-ahead log into the database file, and wait for
// the disk twice.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { compiled } from '../../../../project-root.js'
import { type Connection, checkpointByItself } from '../../connection.js'
import type { FileIdentityNumbers } from '../../file/file-identity.js'

const THREAD = compiled('store/sqlite/series/compaction/checkpoint-worker.ts')

/**
 * Runs `work` without automatic checkpoints. `work` must await the checkpoints that it requests, or the log keeps
 * growing.
 */
export async function withCheckpoints<T>(
  { raw, identity }: Connection,
  work: (checkpoint: () => Promise<void>) => Promise<T>,
): Promise<T> {
  let thread: CheckpointThread | undefined
  const checkpoint = async (): Promise<void> => {
    thread ??= startThread({ file: raw.name, ...identity })
    // Where the thread failed, the checkpoint is made on this one: it blocks others for longer, with the same result. So it is where
    // another file is at the path now: the thread does not open that one.
    if (!(await thread.checkpoint())) raw.pragma('wal_checkpoint(PASSIVE)')
  }
  raw.pragma('wal_autocheckpoint = 0')
  try {
    return await work(checkpoint)
  } finally {
    await thread?.close()
    if (raw.open) checkpointByItself(raw)
  }
}

export type CheckpointTarget = FileIdentityNumbers & { readonly file: string }

interface CheckpointThread {
  /** Resolves to whether the checkpoint was made. */
  checkpoint(): Promise<boolean>
  close(): Promise<void>
}

function startThread(target: CheckpointTarget): CheckpointThread {
  const worker = new Worker(THREAD, { workerData: target })
  const ended = once(worker, 'exit').then(
    () => false,
    () => false,
  )
  return {
    checkpoint: () => {
      const done = once(worker, 'message').then(
        () => true,
        () => false,
      )
      worker.postMessage('checkpoint')
      return Promise.race([done, ended])
    },
    close: async () => {
      worker.postMessage('close')
      await ended
    },
  }
}
