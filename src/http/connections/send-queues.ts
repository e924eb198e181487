// What the kernel still holds for each connection, where it tells: Linux lists it, other systems do not.
import { readFile } from 'node:fs/promises'

const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6']

/** Bytes that the reader's side has not acknowledged, by the port of the reader. */
export type SendQueues = ReadonlyMap<number, number>

/**
 * Of the connections to a port of ours. On another system, or where two readers have the same port, there is no entry.
 */
export async function readSendQueues(port: number): Promise<SendQueues> {
  const tables = await Promise.all(TABLES.map((path) => readFile(path, 'latin1').catch(() => '')))
  const queues = new Map<number, number>()
  const ambiguous = new Set<number>()
  // Columns: number, local address, remote address, state (01 established, 08 closed by the reader), send queue. In hexadecimal.
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const row = new RegExp(`^ *\\d+: [0-9A-F]+:${hex} [0-9A-F]+:([0-9A-F]{4}) 0[18] ([0-9A-F]{8}):`, 'gm')
  for (const table of tables) {
    for (const [, remote = '', queue = ''] of table.matchAll(row)) {
      const reader = Number.parseInt(remote, 16)
      if (queues.has(reader)) ambiguous.add(reader)
      queues.set(reader, Number.parseInt(queue, 16))
    }
  }
  for (const reader of ambiguous) queues.delete(reader)
  return queues
}
