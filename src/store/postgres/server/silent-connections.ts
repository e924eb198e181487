// Finds connections of the pool that lost what was sent over them, as where a firewall forgot them: the client waits for the
// server, and the server for the client. A server that is still working is no reason to end a connection.
import { Socket } from 'node:net'
import pg from 'pg'

/** A connection without an answer for so long is looked at. */
const UNANSWERED_TIMEOUT_MS = 500
/** Each time, the server says that it has nothing to do for it. Looks follow each other after 250 ms. */
const MAX_VAIN_LOOKS = 2

interface ConnectionEntry {
  readonly socket: Socket
  /** The process of the server, as the server named it. */
  readonly pid: number
  /** How much had been written when the last statement was answered. */
  writtenWhenIdle: number
  read: number
  /** Undefined while it does not wait for an answer, or gets one. */
  silentSince: number | undefined
  vainLooks: number
}

type Ask = <Row extends object>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>

export class SilentConnections {
  private readonly watched = new Map<pg.ClientBase, ConnectionEntry>()

  add(client: pg.ClientBase): void {
    const [socket, pid] = [socketOf(client), pidOf(client)]
    if (socket === undefined || pid === undefined) return
    const { bytesWritten, bytesRead } = socket
    const one: ConnectionEntry = {
      socket,
      pid,
      writtenWhenIdle: bytesWritten,
      read: bytesRead,
      silentSince: undefined,
      vainLooks: 0,
    }
    this.watched.set(client, one)
    client.on('drain', () => {
      one.writtenWhenIdle = socket.bytesWritten
    })
  }

  remove(client: pg.ClientBase): void {
    this.watched.delete(client)
  }

  /** Must be called several times a second: notes which connections wait, and since when. */
  note(): void {
    for (const one of this.watched.values()) note(one)
  }

  /** Ends all connections that wait for an answer. */
  endWaiting(): void {
    for (const one of this.watched.values()) if (isWaiting(one)) end(one)
  }

  /** Must be called after `note` where another connection was answered since; `ask` asks over that one. */
  async look(listener: pg.ClientBase, ask: Ask): Promise<void> {
    const silent = [...this.watched.values()].filter(
      (one) =>
        isWaiting(one) && one.silentSince !== undefined && performance.now() - one.silentSince >= UNANSWERED_TIMEOUT_MS,
    )
    if (silent.length === 0) return
    const rows = await ask<{ pid: number; self: number; works: boolean }>(
      `SELECT pid, pg_backend_pid() AS self, state = 'active' AND wait_event_type IS DISTINCT FROM 'Client' AS works
       FROM pg_stat_activity WHERE pid = ANY($1) OR pid = pg_backend_pid()`,
      [silent.map(({ pid }) => pid)],
    )
    // A pooler may have named other processes than those that work.
    if (rows[0]?.self !== pidOf(listener)) return
    const working = new Set(rows.filter(({ works }) => works).map(({ pid }) => pid))
    for (const one of silent) {
      one.vainLooks = working.has(one.pid) ? 0 : one.vainLooks + 1
      if (one.vainLooks >= MAX_VAIN_LOOKS && isWaiting(one)) end(one)
    }
  }
}

const isWaiting = ({ socket, writtenWhenIdle }: ConnectionEntry): boolean => socket.bytesWritten > writtenWhenIdle

function note(one: ConnectionEntry): void {
  const { bytesRead } = one.socket
  if (!isWaiting(one)) one.silentSince = undefined
  else if (one.silentSince === undefined || bytesRead !== one.read) {
    one.silentSince = performance.now()
    one.vainLooks = 0
  }
  one.read = bytesRead
}

const end = ({ socket }: ConnectionEntry): void =>
  void socket.destroy(new Error('Connection terminated: what was sent over it has no answer'))

const socketOf = (client: pg.ClientBase): Socket | undefined =>
  'connection' in client && client.connection instanceof pg.Connection && client.connection.stream instanceof Socket
    ? client.connection.stream
    : undefined

const pidOf = (client: pg.ClientBase): number | undefined =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : undefined
