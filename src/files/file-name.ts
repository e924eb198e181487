// A file name that is safe on every system, whatever the game is called.

/** Characters of up to 4 bytes: with dates and ending below the 255 bytes that file systems take. */
const MAX_LENGTH = 50

/** `Crossroads 2026-01-01 to 2026-01-31.csv`; only letters, digits and a few marks of the name remain. */
export function exportFileName(name: string, from: string, to: string, ending: string): string {
  const safe = name
    .normalize('NFC')
    // An accent belongs to a letter; what is left of an emoji does not.
    .replace(/(?<![\p{L}\p{M}])\p{M}+/gu, ' ')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, ' ')
    .replace(/^[\s._-]+|[\s.]+$/g, '')
  const short = [...safe].slice(0, MAX_LENGTH).join('').trim()
  return `${short === '' ? 'game' : short} ${from} to ${to}.${ending}`
}
