// Custom ids say all that a press needs, so that a button or a menu outlives the process that made it.

/** Raise it when the arguments of some control change their meaning: older ones are then refused. */
const VERSION = 'v1'
/** discord.md §4. */
const LONGEST = 100

export function buttonId(command: string, action: string, ...args: readonly (string | number)[]): string {
  const parts = [VERSION, command, action, ...args.map(String)]
  const id = parts.join(':')
  if (id.length > LONGEST || parts.some((part) => part.includes(':'))) throw new RangeError(`Not a custom id: ${id}`)
  return id
}

export interface ButtonPress {
  readonly command: string
  readonly action: string
  readonly args: readonly string[]
}

export function readButtonId(id: string): ButtonPress | undefined {
  const [version, command, action, ...args] = id.split(':')
  return version === VERSION && command && action ? { command, action, args } : undefined
}
