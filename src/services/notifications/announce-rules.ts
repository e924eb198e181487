// Announces, once per server, that a migration moved rules that nobody had changed to the usual.
import { z } from 'zod'
import { type Clock, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { Store } from '../../domain/ports/store.js'
import type { EvaluationSettings } from './evaluation-settings.js'

/** Written by the migration: the ids of the rules. */
const SETTING = 'rules.moved_to_usual'
const DONE = '[]'
const movedRules = z.array(z.int())

/** A crash before the setting is cleared adds nothing again, because a notification is stored once per subject. */
export async function announceMovedRules(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  settings: EvaluationSettings,
): Promise<void> {
  const text = await store.settings.get(SETTING)
  if (text === undefined || text === DONE) return
  const ids = new Set(movedRules.parse(JSON.parse(text)))
  const isMoved = (game: Game) => settings.rulesOf(game).some(({ id }) => ids.has(id))
  const servers = new Map<string, Game[]>()
  for (const game of settings.games) {
    if (!isMoved(game) || !settings.isOn(game, 'alert')) continue
    const key = `${game.accountId} ${settings.serverOf(game, 'alert') ?? ''}`
    servers.set(key, [...(servers.get(key) ?? []), game])
  }
  const now = clock.now()
  for (const games of servers.values()) {
    const [first] = games
    if (first === undefined) continue
    const facts = { kind: 'rules_moved', gameIds: games.map(({ id }) => id) } as const
    const draft = { gameId: first.id, accountId: first.accountId, kind: facts.kind, subject: 'usual' }
    await store.outbox.add({ ...draft, occurredAt: minuteOf(now), facts }, now)
  }
  await store.settings.set(SETTING, DONE)
}
