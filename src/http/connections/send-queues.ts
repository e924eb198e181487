// Reads the size of the kernel's send queue for each connection. Only Linux provides it.
import { readFile } from 'node:fs/promises'

const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6']

/** Bytes that the client has not acknowledged, by the client's port. */
export type SendQueues = ReadonlyMap<number, number>

/** Reads the queues of the connections to one of our ports. There is no entry on other systems, or where two clients use the same port. */
export async function readSendQueues(port: number): Promise<SendQueues> {
  const tables = await Promise.all(TABLES.map((path) => readFile(path, 'latin1').catch(() => '')))
  const queues = new Map<number, number>()
  const ambiguous = new Set<number>()
  // Columns, in hexadecimal: number, local address, remote address, state (01 established, 08 closed by the client), send queue.
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
