// Custom ids carry everything that a press needs, so that a button or a menu still works after the process restarts.

/** Raise it when the arguments of a control change their meaning: older controls are then rejected. */
const VERSION = 'v1'
/** Neither separator occurs in ids or in the names of choices. */
const SEPARATOR = ':'
const OWNER = '@'
/** CHAT-4 allows 100 characters, of which the owner may need 21. */
const MAX_LENGTH = 79

export function buttonId(command: string, action: string, ...args: readonly (string | number)[]): string {
  const parts = [VERSION, command, action, ...args.map(String)]
  const id = parts.join(SEPARATOR)
  if (id.length > MAX_LENGTH || parts.some((part) => part.includes(SEPARATOR) || part.includes(OWNER)))
    throw new RangeError(`Not a custom id: ${id}`)
  return id
}

/** Appends the owner of the control to the id, replacing an owner that is already there. */
export const ownedBy = (id: string, userId: string): string => `${id.split(OWNER)[0]}${OWNER}${userId}`

export interface ButtonPress {
  readonly command: string
  readonly action: string
  readonly args: readonly string[]
  /** The Discord id of the person who asked; undefined on controls made before owners were recorded. */
  readonly owner: string | undefined
}

export function readButtonId(id: string): ButtonPress | undefined {
  const [buttonId = '', owner] = id.split(OWNER)
  const [version, command, action, ...args] = buttonId.split(SEPARATOR)
  return version === VERSION && command && action ? { command, action, args, owner } : undefined
}
