// Counts writes to what callers cache, so that they notice those of other processes (the command line's) too.
import type { Connection } from './connection.js'

const KINDS = ['accounts', 'members', 'games', 'guilds', 'universes', 'notices'] as const
type ChangeKind = (typeof KINDS)[number]

export interface Changes {
  /** To be called inside the transaction that writes. */
  bump(kind: ChangeKind): void
  version(): number
}

export function changeCounter({ raw }: Connection): Changes {
  const add = raw.prepare<[string]>(
    'INSERT INTO change (kind, n) VALUES (?, 1) ON CONFLICT (kind) DO UPDATE SET n = n + 1',
  )
  const total = raw.prepare<[], number>('SELECT coalesce(sum(n), 0) FROM change').pluck()
  return {
    bump: (kind) => void add.run(kind),
    // A handful of rows in the page cache: as quick as asking PRAGMA data_version first.
    version: () => total.get() ?? 0,
  }
}
