// Lets the connections be read in turns while they send more than can be read at once. Node reads every connection that has data before
// anything else runs, and 64 kB hold hundreds of requests: a few hundred connections would keep a check of health waiting for seconds.
import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { countedAddress } from '../address.js'

/** Node reads so many requests in about two milliseconds. */
const MAX_REQUESTS_PER_READING = 128
/** How many connections are read again per turn after one in which not too much was read; after any other, one is. */
const MAX_CONNECTIONS_PER_READING = 32
/**
 * Node accepts one connection per turn. While more come, none that waits is read for so many turns, so that who connects last is not behind
 * what all others sent.
 */
const MAX_ACCEPTING_TURNS = 256
/** For so long the connections of an address that sent too much on one of them are read after all others. */
const EXCESS_LIFETIME_MS = 10_000
const MAX_REMEMBERED_ADDRESSES = 1_000

export interface ReadingTurns {
  /** Wraps the listener that gets each request first. */
  count(listener: RequestListener): RequestListener
  /** Must be called where a connection had more requests in progress than it may. */
  noteExcess(socket: Socket): void
  /** Must be called for the server of the listener. */
  watch(server: Server): void
}

export function readInTurns(): ReadingTurns {
  /** In the order in which they were accepted. */
  const open = new Set<Socket>()
  /** Those that are not read now. */
  const held = new Set<Socket>()
  const excessAt = new Map<string, number>()
  let [read, turn, turnsAccepting] = [0, 0, 0]
  let [isBusy, isAccepting, isScheduled] = [false, false, false]

  const hold = (socket: Socket): void => {
    // A connection that Node itself does not read, because its answers are not fetched, is its own matter.
    if (socket.destroyed || held.has(socket) || socket.isPaused()) return
    held.add(socket)
    socket.pause()
    schedule()
  }

  const holdAll = (): void => {
    isBusy = true
    for (const socket of open) hold(socket)
  }

  const isOfExcess = ({ remoteAddress }: Socket): boolean => {
    const at = excessAt.get(countedAddress(remoteAddress))
    return at !== undefined && performance.now() - at < EXCESS_LIFETIME_MS
  }

  const nextToRead = (count: number): readonly Socket[] => {
    // A connection that was read and held again keeps its place.
    const waiting = [...open].filter((socket) => held.has(socket))
    const preferred = excessAt.size === 0 ? waiting : waiting.filter((socket) => !isOfExcess(socket))
    return oldestAndNewest(preferred.length > 0 ? preferred : waiting, { count, turn })
  }

  const nextTurn = (): void => {
    const count = read >= MAX_REQUESTS_PER_READING ? 1 : MAX_CONNECTIONS_PER_READING
    turnsAccepting = isAccepting ? turnsAccepting + 1 : 0
    isBusy = isAccepting ? isBusy : held.size > 0
    ;[isScheduled, isAccepting, read] = [false, false, 0]
    turn++
    if (isBusy || held.size > 0) schedule()
    if (turnsAccepting % MAX_ACCEPTING_TURNS !== 0) return
    for (const socket of nextToRead(count)) {
      held.delete(socket)
      socket.resume()
    }
  }

  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(nextTurn)
  }

  return {
    count: (listener) => (request, response) => {
      schedule()
      if (++read === MAX_REQUESTS_PER_READING) holdAll()
      listener(request, response)
    },
    noteExcess: ({ remoteAddress }) => {
      if (excessAt.size >= MAX_REMEMBERED_ADDRESSES) excessAt.clear()
      excessAt.set(countedAddress(remoteAddress), performance.now())
    },
    watch: (server) => {
      server.on('connection', (socket: Socket) => {
        open.add(socket)
        isAccepting = true
        schedule()
        // Node begins to read the connection after this event.
        if (isBusy || isOfExcess(socket)) process.nextTick(hold, socket)
        socket.once('close', () => {
          open.delete(socket)
          held.delete(socket)
        })
      })
    },
  }
}

interface Choice {
  readonly count: number
  readonly turn: number
}

/** In turns: who has just connected is often not who sends too much, and nobody waits without end. */
const oldestAndNewest = (sockets: readonly Socket[], { count, turn }: Choice): readonly Socket[] =>
  turn % 2 === 0 ? sockets.slice(0, count) : sockets.slice(-count)
