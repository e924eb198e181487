// The letter on the tile that is drawn for a game without an icon.

/** What a name begins with that says nothing about the game: a bracketed notice of the last update. */
const BRACKETED = /\[[^\]]*\]|\([^)]*\)/g
const LETTER = /[\p{L}\p{N}]/u
/** For a name without any letter or digit. */
const NO_LETTER = '•'

/** The first letter or digit of a name in upper case; names often begin with an emoji. */
export function initialOf(name: string): string {
  const plain = name.replace(BRACKETED, '')
  const [first] = LETTER.exec(plain) ?? LETTER.exec(name) ?? [NO_LETTER]
  return first.toLocaleUpperCase('en')
}
