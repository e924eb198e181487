// Time that passes only when the process has nothing else to do: for programs that live through hours or days, with the real
// code and its real pauses. Installed once, before the first timer, in a program of its own: never in a test's process.
import { subscribe } from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises, { setImmediate as nextTurn } from 'node:timers/promises'

/** After so many turns and milliseconds in which nothing happened, an answer that is still awaited comes later by the clock. */
const QUIET_TURNS = 20
const QUIET_MS = 50
/** What is left to do where no request is under way ends within as many turns. */
const IDLE_TURNS = 6

interface Timer {
  at: number
  readonly ms: number
  readonly call: () => void
}

export interface SimulatedTime {
  /** Milliseconds since the start. */
  now(): number
  /** Lets time pass until the work is done. */
  during<T>(work: Promise<T>): Promise<T>
  /** Lets time pass until this moment. */
  until(moment: number): Promise<void>
}

class Handle {
  constructor(
    private readonly timers: Set<Timer>,
    private readonly timer: Timer,
    private readonly time: { now: number },
  ) {}
  refresh(): this {
    this.timer.at = this.time.now + this.timer.ms
    this.timers.add(this.timer)
    return this
  }
  close(): this {
    this.timers.delete(this.timer)
    return this
  }
  ref = (): this => this
  unref = (): this => this
  hasRef = (): boolean => true
}

export function installSimulatedTime(): SimulatedTime {
  const time = { now: 0 }
  const real = performance.now.bind(performance)
  const realSleep = timersPromises.setTimeout
  const timers = new Set<Timer>()
  const requests = watchRequests()

  const start = (call: () => void, ms = 0): Handle => {
    const wait = Math.max(1, Number.isFinite(ms) ? ms : 1)
    const timer = { at: time.now + wait, ms: wait, call }
    timers.add(timer)
    return new Handle(timers, timer, time)
  }
  const sleep = (ms?: number, value?: unknown, { signal }: { signal?: AbortSignal } = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const giveUp = (): void => {
        handle.close()
        reject(signal?.reason)
      }
      const handle = start(() => {
        signal?.removeEventListener('abort', giveUp)
        resolve(value)
      }, ms)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  Object.assign(globalThis, {
    setTimeout: (call: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => start(() => call(...args), ms),
    clearTimeout: (handle: unknown) => void (handle instanceof Handle && handle.close()),
  })
  Object.assign(timersPromises, { setTimeout: sleep })
  syncBuiltinESMExports()
  performance.now = () => time.now

  /** Resolves when nothing goes on, or when `isOver`. */
  const quiet = async (isOver: () => boolean): Promise<void> => {
    let lastCount = requests.happenings
    let since = real()
    for (let turns = 0; !isOver(); turns++) {
      await nextTurn()
      if (requests.happenings !== lastCount) {
        lastCount = requests.happenings
        since = real()
        turns = 0
      }
      if (turns >= (requests.underWay > 0 ? QUIET_TURNS : IDLE_TURNS) && !isWorking()) {
        if (requests.underWay === 0 || real() - since >= QUIET_MS) return
      }
    }
  }
  /** Where nothing waits, a thread works, whose answer comes in real time. */
  const jump = async (limit: number): Promise<void> => {
    let next: Timer | undefined
    for (const timer of timers) if (next === undefined || timer.at < next.at) next = timer
    if (next === undefined || next.at > limit) {
      if (limit === Number.POSITIVE_INFINITY) await realSleep(1)
      else time.now = limit
      return
    }
    time.now = Math.max(time.now, next.at)
    timers.delete(next)
    next.call()
  }
  return {
    now: () => time.now,
    during: async (work) => {
      let isOver = false
      const done = work.finally(() => {
        isOver = true
      })
      // The rejection is the caller's.
      done.catch(() => undefined)
      for (await quiet(() => isOver); !isOver; await quiet(() => isOver)) await jump(Number.POSITIVE_INFINITY)
      return done
    },
    until: async (moment) => {
      for (await quiet(() => false); time.now < moment; await quiet(() => false)) await jump(moment)
    },
  }
}

/** Reads of files, and work that only lets others have a turn. */
const isWorking = (): boolean =>
  process.getActiveResourcesInfo().some((name) => name === 'FSReqPromise' || name === 'Immediate')

/** Requests of undici that have no whole answer yet, and how often one of them went on. */
function watchRequests(): { underWay: number; happenings: number } {
  const counts = { underWay: 0, happenings: 0 }
  const open = new Set<unknown>()
  const note = (name: string, change: (request: unknown) => void): void =>
    subscribe(name, (message) => {
      change((message as { request: unknown }).request)
      counts.underWay = open.size
      counts.happenings++
    })
  note('undici:request:create', (request) => open.add(request))
  note('undici:request:headers', () => undefined)
  note('undici:request:bodyChunkReceived', () => undefined)
  note('undici:request:trailers', (request) => open.delete(request))
  note('undici:request:error', (request) => open.delete(request))
  return counts
}
