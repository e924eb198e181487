// Shows a command that repeats its output until it is stopped: the service sends the whole output every few seconds, and
// each replaces the one before on the screen.
import type { Screen } from './io/screen.js'
import type { Terminal } from './io/terminal.js'

/** Ends each output, so that the screen shows only whole ones. */
export const END_OF_OUTPUT = '\f'
/** The option that makes a command repeat its output; dispatch.ts adds it on a terminal. */
export const FOLLOW_OPTION = '--follow'

/** The option with the width of the terminal; dispatch.ts adds it, because the service runs the command and sees no terminal. */
export const COLUMNS_OPTION = '--columns'

const FOLLOWING_COMMAND = 'top'
/** With these options the output is for programs or is a help text, so it is printed only once. */
const ONCE_OPTIONS = ['--json', '--csv', '-h', '--help', FOLLOW_OPTION]

/** The arguments with which the command repeats its output; undefined if it prints only once. */
export function followingArgs(args: readonly string[]): readonly string[] | undefined {
  const at = commandIndexOf(args)
  if (args[at] !== FOLLOWING_COMMAND || args.some((word) => ONCE_OPTIONS.includes(word))) return undefined
  return args.toSpliced(at + 1, 0, FOLLOW_OPTION)
}

/** The arguments with the width of the terminal, if the command fits its output into it. */
export function argsWithWidth(args: readonly string[], columns: number | undefined): readonly string[] {
  const at = commandIndexOf(args)
  return args[at] === FOLLOWING_COMMAND && columns ? args.toSpliced(at + 1, 0, `${COLUMNS_OPTION}=${columns}`) : args
}

const commandIndexOf = (args: readonly string[]): number => args.findIndex((word) => !word.startsWith('-'))

export interface FollowingTerminal extends Terminal {
  /** Whether the command was ended because the width changed, and so must be run again. Resets this state. */
  takeWidthChange(): boolean
  /** Restores the terminal, and prints the messages that were held back. */
  close(): void
}

/** The screen opens with the first whole output, so that an error before it is printed as usual. */
export function createFollowingTerminal(terminal: Terminal, openScreen: () => Screen): FollowingTerminal {
  let screen: Screen | undefined
  let unfinished = ''
  let errorText = ''
  const leaveListeners = new Set<() => void>()
  const leave = (): void => {
    for (const listener of leaveListeners) listener()
  }
  let [isLeft, isWidthChanged] = [false, false]
  const open = (): Screen => {
    const newScreen = openScreen()
    newScreen.onLeave(() => {
      isLeft = true
      leave()
    })
    newScreen.onWidthChange(() => {
      isWidthChanged = true
      leave()
    })
    return newScreen
  }
  const draw = (text: string): void => {
    screen ??= open()
    screen.draw(text)
    // The width changed while the command was starting, before it had a listener to end it.
    if (isWidthChanged) leave()
  }
  return {
    write: (stream, text) => {
      if (stream === 'err') {
        errorText += text
        return
      }
      const outputs = (unfinished + text).split(END_OF_OUTPUT)
      unfinished = outputs.pop() ?? ''
      const last = outputs.at(-1)
      if (last !== undefined) draw(last)
    },
    progress: () => undefined,
    clearProgress: () => undefined,
    onInterrupt: (listener) => {
      leaveListeners.add(listener)
      const stopListening = terminal.onInterrupt(listener)
      return () => {
        leaveListeners.delete(listener)
        stopListening()
      }
    },
    takeWidthChange: () => {
      const isToRunAgain = isWidthChanged && !isLeft
      isWidthChanged = false
      return isToRunAgain
    },
    close: () => {
      screen?.close()
      if (unfinished !== '') terminal.write('out', unfinished)
      if (errorText !== '') terminal.write('err', errorText)
    },
  }
}
