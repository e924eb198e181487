// One game's stretch before all kinds of notices.
import type { Crowds, Kind } from '../../../domain/notices/kind.js'
import { KINDS } from '../../../domain/notices/kinds.js'
import type { NoticeDraft } from '../../../domain/notices/notice.js'
import type { KindState, StoredKindState } from '../../../domain/ports/notices.js'
import type { UniverseEvent } from '../../../domain/universe.js'
import type { Settings } from './settings.js'
import type { Stretch } from './stretch.js'

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
  const judge = async (kind: Kind): Promise<void> => {
    const before = states.get(kind.name)
    // Who begins, or goes on after a pause, begins with the first thing that there is to see.
    if (isSilent && (before === undefined || before.isResumed)) return
    const context = {
      ...stretch,
      events,
      isResumed: before?.isResumed ?? false,
      route: settings.routeOf(game, kind.name),
      rules: settings.rulesOf(game),
      peers: settings.peersOf(game),
      universes: settings.universes,
      crowds,
    }
    const judgement = await kind.judge(context, before && JSON.parse(before.state))
    const state = JSON.stringify(judgement.state)
    if (state !== before?.state || context.isResumed) changed.push({ gameId: game.id, kind: kind.name, state })
    notices.push(...judgement.notices.filter(settings.isWanted))
  }
  for (const kind of KINDS) {
    if (!kind.isAlwaysJudged && !settings.isOn(game, kind.name)) continue
    await judge(kind).catch((error: unknown) => troubles.push(error))
  }
  return { notices, states: changed, troubles }
}
