// Shows the output of a verb that goes on, which the service sends again every few seconds, in place on a screen.
import type { Screen } from './io/screen.js'
import type { Terminal } from './io/terminal.js'

/** Ends each output of a verb that goes on. */
export const END_OF_OUTPUT = '\f'
/** The option that makes a verb go on; dispatch.ts adds it on a terminal. */
export const FOLLOW_OPTION = '--follow'

/** The option with the width of the terminal; dispatch.ts adds it, because the service runs the verb and sees no terminal. */
export const COLUMNS_OPTION = '--columns'

const FOLLOWING_VERB = 'top'
/** With these options the output is for programs or is a help text, so it is printed only once. */
const ONCE_OPTIONS = ['--json', '--csv', '-h', '--help', FOLLOW_OPTION]

/** The arguments of the verb that goes on; undefined where the verb ends by itself. */
export function followingArgs(args: readonly string[]): readonly string[] | undefined {
  const at = verbAt(args)
  if (args[at] !== FOLLOWING_VERB || args.some((word) => ONCE_OPTIONS.includes(word))) return undefined
  return args.toSpliced(at + 1, 0, FOLLOW_OPTION)
}

/** The arguments with the width of the terminal, where the verb fits its output into it. */
export function fittingArgs(args: readonly string[], columns: number | undefined): readonly string[] {
  const at = verbAt(args)
  return args[at] === FOLLOWING_VERB && columns ? args.toSpliced(at + 1, 0, `${COLUMNS_OPTION}=${columns}`) : args
}

const verbAt = (args: readonly string[]): number => args.findIndex((word) => !word.startsWith('-'))

export interface FollowingTerminal extends Terminal {
  /** Whether the verb ended because its output fits the width no more; then it is to be run again. Forgets it. */
  takeWidthChange(): boolean
  /** Restores the terminal, and prints the messages that were held back. */
  close(): void
}

/** The screen opens with the first whole output, so that an error before it is printed as usual. */
export function createFollowingTerminal(terminal: Terminal, openScreen: () => Screen): FollowingTerminal {
  let screen: Screen | undefined
  let unfinished = ''
  let errorText = ''
  const leaving = new Set<() => void>()
  const leave = (): void => {
    for (const listener of leaving) listener()
  }
  let [isLeft, isWidthChanged] = [false, false]
  const open = (): Screen => {
    const opened = openScreen()
    opened.onLeave(() => {
      isLeft = true
      leave()
    })
    opened.onWidthChange(() => {
      isWidthChanged = true
      leave()
    })
    return opened
  }
  const draw = (text: string): void => {
    screen ??= open()
    screen.draw(text)
    // While the verb was started again, nobody could end it.
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
      leaving.add(listener)
      const stopListening = terminal.onInterrupt(listener)
      return () => {
        leaving.delete(listener)
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
