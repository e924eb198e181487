// One game's stretch before all kinds of notices.
import type { Game } from '../../domain/game.js'
import type { Crowds, Kind } from '../../domain/notifications/evaluator.js'
import { alert } from '../../domain/notifications/evaluators/alert.js'
import { digest } from '../../domain/notifications/evaluators/digest.js'
import { milestone } from '../../domain/notifications/evaluators/milestone.js'
import { record } from '../../domain/notifications/evaluators/record.js'
import { reportCard } from '../../domain/notifications/evaluators/report-card.js'
import { status } from '../../domain/notifications/evaluators/status.js'
import type { NoticeDraft } from '../../domain/notifications/notification.js'
import type { KindState, StoredKindState } from '../../domain/notifications/outbox.js'
import type { UniverseEvent } from '../../domain/universe.js'
import type { Settings } from './evaluation-settings.js'
import type { Stretch } from './history.js'

/** All kinds, each in its file: a new one is one line here. */
export const KINDS: readonly Kind[] = [milestone, record, alert, reportCard, digest, status]

export interface Judged {
  readonly notices: readonly NoticeDraft[]
  readonly states: readonly KindState[]
  /** What a kind failed with: it knows what it knew before this stretch, and the others go on. */
  readonly troubles: readonly unknown[]
}

interface Known {
  readonly settings: Settings
  readonly crowds: Crowds
  readonly events: readonly UniverseEvent[]
  /** Of this game, by kind. */
  readonly states: ReadonlyMap<string, StoredKindState>
}

export async function judgeGame(stretch: Stretch, { settings, crowds, events, states }: Known): Promise<Judged> {
  const { game } = stretch
  const notices: NoticeDraft[] = []
  const changed: KindState[] = []
  const troubles: unknown[] = []
  const isSilent = stretch.stored.minutes.length === 0 && stretch.gaps.length === 0
  const shared = {
    ...stretch,
    events,
    rules: settings.rulesOf(game),
    peers: settings.peersOf(game),
    universes: settings.universes,
    crowds,
  }
  const judge = async (kind: Kind): Promise<void> => {
    const before = states.get(kind.name)
    // Who begins, or goes on after a pause, begins with the first thing that there is to see.
    if (isSilent && (before === undefined || before.isResumed)) return
    const context = {
      ...shared,
      isResumed: before?.isResumed ?? false,
      route: settings.routeOf(game, kind.name),
      serverOf: (other: Game) => settings.serverOf(other, kind.name),
    }
    const known = before && parsed(before)
    const judgement = await kind.judge(context, known)
    // Nearly always nothing happened, and a kind that says so costs nothing more.
    const isSame = known !== undefined && judgement.state === known
    const state = isSame ? before?.state : JSON.stringify(judgement.state)
    if (state !== undefined && (state !== before?.state || context.isResumed))
      changed.push({ gameId: game.id, kind: kind.name, state })
    notices.push(...judgement.notices.filter(settings.isWanted))
  }
  for (const kind of KINDS) {
    if (!kind.isAlwaysJudged && !settings.isOn(game, kind.name)) continue
    await judge(kind).catch((error: unknown) => troubles.push(error))
  }
  return { notices, states: changed, troubles }
}

const lastParsed = new Map<string, { readonly text: string; readonly value: unknown }>()
/** Six kinds of more games than any account has. */
const MOST_PARSED = 20_000

/** Minute after minute the same text comes back: kinds never change what they are handed. */
function parsed({ gameId, kind, state: text }: StoredKindState): unknown {
  const key = `${gameId} ${kind}`
  const last = lastParsed.get(key)
  if (last?.text === text) return last.value
  if (lastParsed.size >= MOST_PARSED) lastParsed.clear()
  const value: unknown = JSON.parse(text)
  lastParsed.set(key, { text, value })
  return value
}
