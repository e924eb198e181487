// The whole terminal for output that changes in place. What was on it before comes back when the screen is closed.
import type { ReadStream, WriteStream } from 'node:tty'

export interface Screen {
  /** Shows this text in place of what was shown, as far as it fits. */
  draw(text: string): void
  /** Calls the listener when q or Ctrl-C is pressed, or when the input ends. */
  onLeave(listener: () => void): void
  /** Calls the listener when the width of the terminal changes. */
  onWidthChange(listener: () => void): void
  close(): void
}

/** The alternate buffer, without a cursor and without wrapping: a line that is too long is cut, not broken. */
const OPEN = '\u001B[?1049h\u001B[?25l\u001B[?7l'
const CLOSE = '\u001B[?7h\u001B[?25h\u001B[?1049l'
const [HOME, REST_OF_LINE, REST_OF_SCREEN] = ['\u001B[H', '\u001B[K', '\u001B[J']
/** Ctrl-C and Ctrl-D, which are plain bytes while the terminal passes on each key. */
const LEAVE_KEYS = ['q', 'Q', '\u0003', '\u0004']
const DEFAULT_ROWS = 24

export function openScreen(input: ReadStream, output: WriteStream): Screen {
  let current = ''
  let isOpen = true
  const leaveListeners = new Set<() => void>()
  const widthListeners = new Set<() => void>()
  let width = output.columns
  const leave = (): void => {
    for (const listener of leaveListeners) listener()
  }
  const onKeys = (keys: Buffer): void => {
    if (LEAVE_KEYS.some((key) => keys.toString('utf8').includes(key))) leave()
  }
  const paint = (): void => {
    const lines = current.split('\n').slice(0, output.rows || DEFAULT_ROWS)
    output.write(HOME + lines.map((line) => line + REST_OF_LINE).join('\r\n') + REST_OF_SCREEN)
  }
  const onResize = (): void => {
    paint()
    if (output.columns === width) return
    width = output.columns
    for (const listener of widthListeners) listener()
  }
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    output.write(CLOSE)
    input.off('data', onKeys).off('end', leave).setRawMode(false)
    input.pause()
    output.off('resize', onResize)
    process.off('exit', close)
  }
  output.write(OPEN)
  input.setRawMode(true)
  input.on('data', onKeys).on('end', leave).resume()
  output.on('resize', onResize)
  // The terminal must be usable after a failure, too.
  process.on('exit', close)
  return {
    draw: (text) => {
      current = text
      paint()
    },
    onLeave: (listener) => void leaveListeners.add(listener),
    onWidthChange: (listener) => void widthListeners.add(listener),
    close,
  }
}
