// Manages an account's games: adds, pauses, resumes, links to a channel, removes.
import { type Account, statusAt } from '../../domain/account.js'
import type { Clock } from '../../domain/clock.js'
import { type HeadcountError, rejection } from '../../domain/error.js'
import type { AddedGame, Game, ResumedGames } from '../../domain/game.js'
import type { Plan, Plans } from '../../domain/plan.js'
import type { Platform } from '../../domain/ports/platform.js'
import type { Store } from '../../domain/ports/store.js'
import { planInForce } from '../../domain/rules/entitlement.js'
import { isId } from '../../domain/universe.js'
import type { AuditLog } from '../audit/audit-log.js'
import { changedFields, noteOfAccount, noteOfGame } from '../audit/notes.js'
import { graceStart } from './manage-accounts.js'

/** Identifies the universe by its id, one of its places, or a pasted address. */
export type Pointer = { readonly universeId: number } | { readonly placeId: number } | { readonly address: string }

const MAX_REPEATED_TEXT_LENGTH = 100

export interface GameChange {
  /** null removes the link. */
  readonly channelId?: string | null | undefined
  readonly isActive?: boolean | undefined
  /** Whether everybody may see the game, in the public ranking and on its page. */
  readonly isPublic?: boolean | undefined
}

interface Deps {
  readonly store: Store
  readonly platform: Platform
  readonly clock: Clock
  readonly plans: Plans
  readonly audit: AuditLog
}

export function createTrackGame({ store, platform, clock, plans, audit }: Deps) {
  const universeIdOf = async (pointer: Pointer): Promise<number> => {
    if ('universeId' in pointer) return checkId(pointer.universeId)
    const named = 'address' in pointer ? platform.parseAddress(pointer.address) : pointer
    if (!named) throw notAnAddress()
    if ('universeId' in named) return checkId(named.universeId)
    const universeId = await platform.universeOfPlace(checkId(named.placeId))
    if (universeId === undefined) throw unknown('place', named.placeId)
    return universeId
  }

  const add = async (account: Account, pointer: Pointer, channelId: string | null = null) => {
    checkChannel(channelId)
    const id = await universeIdOf(pointer)
    const universe = await platform.findUniverse(id)
    if (!universe) throw unknown('universe', id)
    const plan = planInForce(account, plans, clock.now())
    const draft = { accountId: account.id, universe, channelId, createdAt: clock.now(), maxGames: plan.maxGames }
    const result = await audit.commit(
      (added: AddedGame) => (added.outcome === 'added' ? noteOfGame('game added', added.game) : undefined),
      () => store.games.add(draft),
    )
    if (result.outcome === 'full') throw tooMany(account, plan)
    return { game: result.game, isNew: result.outcome === 'added' }
  }

  /** Accepts what a person typed: a name, an address, or a number. */
  const addByText = async (account: Account, typed: string) => {
    const text = typed.trim()
    if (text === '') throw rejection('INVALID_PARAMETERS', { name: 'no game given', facts: {} })
    const known = (await store.games.ofAccount(account.id)).find((game) => compacted(game.name) === compacted(text))
    if (known) return { game: known, isNew: false }
    if (/^\d{1,16}$/.test(text)) return add(account, await numbered(Number(text)))
    return add(account, platform.parseAddress(text) ? { address: text } : await named(text))
  }

  /**
   * Names are searched only among the stored universes, because the platform can be queried only by number. That a
   * universe has history here is not secret (WEB-3).
   */
  const named = async (text: string): Promise<Pointer> => {
    if (/^https?:|^www\.|\.com\b/i.test(text)) return { address: text }
    const found = (await store.universes.names()).filter(({ name }) => compacted(name) === compacted(text))
    const [first, second] = found
    if (second)
      throw rejection('INVALID_PARAMETERS', { name: 'ambiguous name', facts: { ids: found.map(({ id }) => id) } })
    if (first) return { universeId: first.id }
    throw rejection('NOT_FOUND', { name: 'unknown name', facts: { name: text.slice(0, MAX_REPEATED_TEXT_LENGTH) } })
  }

  /** People copy place ids from addresses and mistake them for universe ids. */
  const numbered = async (id: number): Promise<Pointer> => {
    if (!isId(id) || (await platform.findUniverse(id))) return { universeId: id }
    return { placeId: id }
  }

  const require = async (id: number): Promise<Game> => {
    const game = await store.games.byId(id)
    if (!game) throw rejection('NOT_FOUND', { name: 'unknown game id', facts: { id } })
    return game
  }

  const change = async (game: Game, gameChange: GameChange): Promise<Game> => {
    checkChannel(gameChange.channelId ?? null)
    const account = gameChange.isActive === true ? await accountOf(game) : undefined
    const plan = account && planInForce(account, plans, clock.now())
    const isDone = await audit.commit(
      (isChanged: boolean) => (isChanged ? noteOfGame('game changed', game, changedFields(gameChange)) : undefined),
      () => store.games.update({ ...gameChange, id: game.id }, plan?.maxGames),
    )
    if (account && plan && !isDone) throw tooMany(account, plan)
    return {
      ...game,
      channelId: gameChange.channelId === undefined ? game.channelId : gameChange.channelId,
      isActive: gameChange.isActive ?? game.isActive,
      isPausedByPlan: gameChange.isActive === undefined && game.isPausedByPlan,
      isPublic: gameChange.isPublic ?? game.isPublic,
    }
  }

  const accountOf = async ({ accountId }: Game): Promise<Account> => {
    const account = await store.accounts.byId(accountId)
    if (!account) throw rejection('NOT_FOUND', { name: 'unknown account id', facts: { id: accountId } })
    return account
  }

  /** Games above the limit of the plan in force stay paused; `reason` says why. */
  const resumeAll = async (account: Account): Promise<ResumedGames & { readonly reason: HeadcountError }> => {
    const plan = planInForce(account, plans, clock.now())
    const games = await audit.commit(
      ({ resumed }: ResumedGames) =>
        noteOfAccount('games resumed', account, resumed.map(({ name }) => name).join(', ')),
      () => store.games.resumeAll(account.id, plan.maxGames),
    )
    return { ...games, reason: tooMany(account, plan) }
  }

  return {
    add,
    addByText,
    require,
    change,
    resumeAll,
    published: () => store.games.published(),
    remove: async (game: Game): Promise<void> => {
      const removedAt = await graceStart({ store, clock })
      await audit.commit(noteOfGame('game removed', game), () => store.games.remove(game.id, removedAt))
    },
  }

  function tooMany(account: Account, { name, maxGames }: Plan): HeadcountError {
    const isExpired = statusAt(account, clock.now()) === 'expired'
    const facts = { plan: name, most: maxGames, isExpired }
    return rejection('INSUFFICIENT_PERMISSIONS', { name: 'plan full', facts })
  }
}

const compacted = (name: string): string => name.normalize('NFKC').toLowerCase()

function checkId(id: number): number {
  if (!isId(id)) throw rejection('INVALID_PARAMETERS', { name: 'not an id', facts: {} })
  return id
}

const notAnAddress = (): HeadcountError => rejection('INVALID_PARAMETERS', { name: 'not an address', facts: {} })

const unknown = (what: 'place' | 'universe', id: number): HeadcountError =>
  rejection('NOT_FOUND', { name: `unknown ${what}`, facts: { id } })

/** Discord ids are 64-bit numbers, stored as text. */
function checkChannel(channelId: string | null): void {
  if (channelId !== null && !/^\d{5,20}$/.test(channelId))
    throw rejection('INVALID_PARAMETERS', { name: 'not a channel id', facts: {} })
}
