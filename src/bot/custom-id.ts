// Custom ids say all that a press needs, so that a button or a menu outlives the process that made it.

/** Raise it when the arguments of some control change their meaning: older ones are then refused. */
const VERSION = 'v1'
/** Neither stands in ids or in the names of choices. */
const SEPARATOR = ':'
const OWNER = '@'
/** CHAT-4: 100, of which an owner may need 21. */
const MAX_LENGTH = 79

export function buttonId(command: string, action: string, ...args: readonly (string | number)[]): string {
  const parts = [VERSION, command, action, ...args.map(String)]
  const id = parts.join(SEPARATOR)
  if (id.length > MAX_LENGTH || parts.some((part) => part.includes(SEPARATOR) || part.includes(OWNER)))
    throw new RangeError(`Not a custom id: ${id}`)
  return id
}

/** Whose message the control stands on: it ends the id, behind what the command wrote there. */
export const ownedBy = (id: string, userId: string): string => `${id.split(OWNER)[0]}${OWNER}${userId}`

export interface ButtonPress {
  readonly command: string
  readonly action: string
  readonly args: readonly string[]
  /** Discord's id of the person who asked; nothing on a control from before they were written down. */
  readonly owner: string | undefined
}

export function readButtonId(id: string): ButtonPress | undefined {
  const [own = '', owner] = id.split(OWNER)
  const [version, command, action, ...args] = own.split(SEPARATOR)
  return version === VERSION && command && action ? { command, action, args, owner } : undefined
}
