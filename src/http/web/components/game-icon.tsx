// The icon of a game beside its name: a drawn tile with the first letter of the name.

/** The side in CSS pixels. */
const SIZES = { small: 24, medium: 40, large: 64 } as const
/** So many colors of the style sheet tell games apart in a list. */
const TONES = 3

interface Props {
  readonly universeId: number
  readonly name: string
  readonly size: keyof typeof SIZES
}

/** Decorative: the name of the game stands beside it. */
export function GameIcon({ universeId, name, size }: Props) {
  const side = SIZES[size]
  return (
    <svg
      class={`game-icon ${size} tone-${universeId % TONES}`}
      viewBox="0 0 40 40"
      width={side}
      height={side}
      aria-hidden="true"
    >
      <rect width="40" height="40" rx="8" />
      <text x="20" y="20" text-anchor="middle" dominant-baseline="central">
        {initialOf(name)}
      </text>
    </svg>
  )
}

/** Names often begin with an emoji or with a bracketed notice of the last update, which say nothing about the game. */
function initialOf(name: string): string {
  const plain = name.replace(/\[[^\]]*\]|\([^)]*\)/g, '')
  const [first] = /[\p{L}\p{N}]/u.exec(plain) ?? /[\p{L}\p{N}]/u.exec(name) ?? ['•']
  return first.toLocaleUpperCase('en')
}
