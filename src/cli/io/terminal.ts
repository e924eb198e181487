// The operator's terminal: two streams, a progress bar where people look on, and Ctrl-C.
import type { Progress } from './command-io.js'

export interface Terminal {
  write(stream: 'out' | 'err', text: string): void
  progress(progress: Progress): void
  clearProgress(): void
  /** Answers how to listen no more. */
  onInterrupt(listener: () => void): () => void
}

const BAR_WIDTH = 30

export function openTerminal({ stdout, stderr } = process): Terminal {
  let isBarShown = false
  const clearProgress = (): void => {
    if (isBarShown) stderr.write('\r\u001B[K')
    isBarShown = false
  }
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // `| head` closes the pipe early: that is no error of ours. Of a full disk nothing more can be said.
      if (error.code !== 'EPIPE') process.exit(1)
    })
  return {
    write(stream, text) {
      clearProgress()
      void (stream === 'out' ? stdout : stderr).write(text)
    },
    progress(progress) {
      if (!stderr.isTTY) return
      stderr.write(`\r${barText(progress)}\u001B[K`)
      isBarShown = true
    },
    clearProgress,
    onInterrupt(listener) {
      let timer: NodeJS.Timeout | undefined
      // Kept while the verb runs: a repeated signal changes nothing.
      const stop = (signal: NodeJS.Signals): void => {
        listener()
        timer ??= setTimeout(endAtOnce, STOP_TIMEOUT_MS, signal).unref()
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
/** For the verb to leave nothing half done behind; one that waits for a pipe never ends by itself. */
const STOP_TIMEOUT_MS = 5_000

function barText({ label, done, total }: Progress): string {
  const share = total <= 0 ? 0 : Math.min(1, done / total)
  const filled = Math.round(share * BAR_WIDTH)
  return `${label} [${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)} %`
}

/** As the signal ends a program that does not listen for it. `process.exit` would wait for a read of a silent pipe. */
export function endAtOnce(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}
