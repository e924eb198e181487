// The operator's terminal: standard output and error, a progress bar if it is a terminal, and Ctrl-C.
import { once } from 'node:events'
import type { Progress } from './command-io.js'
import { openScreen, type Screen } from './screen.js'

export interface Terminal {
  write(stream: 'out' | 'err', text: string): void
  /** Resolves when no written output is buffered, or when the signal aborts; missing where nothing is. */
  drained?(signal: AbortSignal): Promise<void>
  progress(progress: Progress): void
  clearProgress(): void
  /** Returns a function that stops listening. */
  onInterrupt(listener: () => void): () => void
  /** The width of standard output in characters; undefined where it is no terminal. */
  columns?(): number | undefined
  /** Takes the whole terminal; missing where input or output is none. */
  openScreen?(): Screen
}

const BAR_WIDTH = 30

export function openTerminal({ stdin, stdout, stderr, env } = process): Terminal {
  let isBarShown = false
  const clearProgress = (): void => {
    if (isBarShown) stderr.write('\r\u001B[K')
    isBarShown = false
  }
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A closed pipe (`| head`) is not an error. If the disk is full, nothing more can be printed.
      if (error.code !== 'EPIPE') process.exit(1)
    })
  return {
    write(stream, text) {
      clearProgress()
      void (stream === 'out' ? stdout : stderr).write(text)
    },
    drained: async (signal) => {
      if (stdout.writableNeedDrain) await once(stdout, 'drain', { signal }).catch(() => undefined)
    },
    progress(progress) {
      if (!stderr.isTTY) return
      stderr.write(`\r${barText(progress)}\u001B[K`)
      isBarShown = true
    },
    clearProgress,
    columns: () => (stdout.isTTY ? stdout.columns : undefined),
    ...(stdin.isTTY && stdout.isTTY && env.TERM !== 'dumb' && { openScreen: () => openScreen(stdin, stdout) }),
    onInterrupt(listener) {
      let timer: NodeJS.Timeout | undefined
      // The handler stays while the command runs, so that a repeated signal does not end the process.
      const stop = (signal: NodeJS.Signals): void => {
        listener()
        timer ??= setTimeout(endAtOnce, COMMAND_STOP_TIMEOUT_MS, signal).unref()
      }
      for (const signal of SIGNALS) process.on(signal, stop)
      return () => {
        clearTimeout(timer)
        for (const signal of SIGNALS) process.off(signal, stop)
      }
    },
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Gives the command time to clean up. After that the process ends, because a command that reads a pipe may never end. */
const COMMAND_STOP_TIMEOUT_MS = 5_000

function barText({ label, done, total }: Progress): string {
  const share = total <= 0 ? 0 : Math.min(1, done / total)
  const filled = Math.round(share * BAR_WIDTH)
  return `${label} [${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)} %`
}

/** Resolves when all that was written is out of this process, or can never be. */
export async function outputWritten({ stdout, stderr } = process): Promise<void> {
  for (const stream of [stdout, stderr]) await new Promise<void>((resolve) => stream.write('', () => resolve()))
}

/** Ends the process like a signal without a handler. `process.exit` would wait for a read of a pipe without a writer. */
export function endAtOnce(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}
