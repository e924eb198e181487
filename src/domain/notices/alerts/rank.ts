// A game's place among its account's active games by players, at a minute of history (contract §10).
import { HOUR_MINUTES, type Minute } from '../../clock.js'
import type { Game } from '../../game.js'
import type { Context } from '../kind.js'
import { ROW_INTERVALS } from './rule-state.js'

type Ranked = Pick<Context, 'game' | 'peers' | 'crowds' | 'interval' | 'from' | 'until'>

/** The place, 1 is the first; null where the game itself has no fresh sample. */
export async function rankAt(context: Ranked, minute: Minute): Promise<number | null> {
  const { first, crowds } = await crowdsAround(context, minute)
  const playersOf = ({ universeId }: Game): number => crowds.get(universeId)?.[minute - first] ?? Number.NaN
  const own = playersOf(context.game)
  if (Number.isNaN(own)) return null
  const ahead = context.peers.filter((peer) => {
    const players = playersOf(peer)
    return players > own || (players === own && isNamedBefore(peer, context.game))
  })
  return ahead.length + 1
}

const isNamedBefore = (a: Game, b: Game): boolean => (a.name === b.name ? a.id < b.id : a.name < b.name)

/** All minutes of the hour that are judged, at once: every game of the account asks for the same. */
async function crowdsAround({ game, peers, crowds, interval, from, until }: Ranked, minute: Minute) {
  const hour = Math.floor(minute / HOUR_MINUTES) * HOUR_MINUTES
  const isJudged = minute >= from && minute < until
  const first = isJudged ? Math.max(hour, from) : minute
  const end = isJudged ? Math.min(hour + HOUR_MINUTES, until) : minute + 1
  const minutes = Array.from({ length: end - first }, (_, index) => first + index)
  const universes = peers.map((peer) => peer.universeId)
  const read = () => crowds.at(universes, minutes, ROW_INTERVALS * interval)
  return { first, crowds: await crowds.once(`account ${game.accountId} ${first} ${end}`, read) }
}
