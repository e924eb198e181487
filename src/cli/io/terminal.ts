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
  // `| head` closes the pipe early: that is no error of ours.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
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
      // Kept while the verb runs: a repeated signal changes nothing.
      for (const signal of SIGNALS) process.on(signal, listener)
      return () => {
        for (const signal of SIGNALS) process.off(signal, listener)
      }
    },
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

function barText({ label, done, total }: Progress): string {
  const share = total <= 0 ? 0 : Math.min(1, done / total)
  const filled = Math.round(share * BAR_WIDTH)
  return `${label} [${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)} %`
}
