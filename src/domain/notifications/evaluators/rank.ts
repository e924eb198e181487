// A game's place among its account's active games by players, at a minute of history (contract §10).
import { HOUR_MINUTES, type Minute } from '../../clock.js'
import type { Game } from '../../game.js'
import type { Context } from '../evaluator.js'
import { ROW_INTERVALS } from './rule-state.js'

type Ranked = Pick<Context, 'game' | 'peers' | 'crowds' | 'interval' | 'from' | 'until'>

/** The place at a judged minute, 1 is the first; null where the game itself has no fresh sample. */
export async function rankAt(context: Ranked, minute: Minute): Promise<number | null> {
  const { first, players } = await hourAround(context, minute)
  return rankIn(context, players, minute - first)
}

/** The places at minutes of the past. */
export async function ranksAt(context: Ranked, minutes: readonly Minute[]): Promise<(number | null)[]> {
  const { peers, crowds, interval } = context
  const universes = peers.map((peer) => peer.universeId)
  const players = await crowds.at(universes, minutes, ROW_INTERVALS * interval)
  return minutes.map((_, index) => rankIn(context, players, index))
}

type Players = ReadonlyMap<number, Float64Array>

function rankIn({ game, peers }: Ranked, players: Players, index: number): number | null {
  const playersOf = ({ universeId }: Game): number => players.get(universeId)?.[index] ?? Number.NaN
  const own = playersOf(game)
  if (Number.isNaN(own)) return null
  const isAhead = (peer: Game): boolean => {
    const theirs = playersOf(peer)
    return theirs > own || (theirs === own && isNamedBefore(peer, game))
  }
  return peers.filter(isAhead).length + 1
}

const isNamedBefore = (a: Game, b: Game): boolean => (a.name === b.name ? a.id < b.id : a.name < b.name)

/** All judged minutes of the hour at once: every game of the account asks for the same. */
async function hourAround({ game, peers, crowds, interval, from, until }: Ranked, minute: Minute) {
  const hour = Math.floor(minute / HOUR_MINUTES) * HOUR_MINUTES
  const [first, end] = [Math.max(hour, from), Math.min(hour + HOUR_MINUTES, until)]
  const minutes = Array.from({ length: end - first }, (_, index) => first + index)
  const universes = peers.map((peer) => peer.universeId)
  const read = () => crowds.at(universes, minutes, ROW_INTERVALS * interval)
  return { first, players: await crowds.once(`account ${game.accountId} ${first} ${end}`, read) }
}
