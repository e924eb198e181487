// A file name that is safe on every system, whatever the game is called.

const LONGEST = 80

/** `Crossroads 2026-01-01 to 2026-01-31.csv`; only letters, digits and a few marks of the name remain. */
export function exportFileName(name: string, from: string, to: string, ending: string): string {
  const safe = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, ' ')
    .replace(/^[\s._=+@-]+|[\s.]+$/g, '')
    .slice(0, LONGEST)
    .trim()
  return `${safe === '' ? 'game' : safe} ${from} to ${to}.${ending}`
}
