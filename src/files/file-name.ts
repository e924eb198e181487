// Makes file names that are safe on every system, whatever the name of the game.

/** In characters of up to 4 bytes: with dates and extension it stays below the 255-byte limit of file systems. */
const MAX_LENGTH = 50

/** For example `Crossroads 2026-01-01 to 2026-01-31.csv`; only letters, digits and a few marks of the name remain. */
export function exportFileName(name: string, from: string, to: string, ending: string): string {
  const safe = name
    .normalize('NFC')
    // Keeps accents after letters, and drops marks that are left of an emoji.
    .replace(/(?<![\p{L}\p{M}])\p{M}+/gu, ' ')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, ' ')
    .replace(/^[\s._-]+|(?<![\s.])[\s.]+$/g, '')
  const short = [...safe].slice(0, MAX_LENGTH).join('').trim()
  return `${short === '' ? 'game' : short} ${from} to ${to}.${ending}`
}
