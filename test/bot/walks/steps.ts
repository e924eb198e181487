// What people do in a walk: commands, controls and forms, with the ids, names and addresses of everybody's things.

import { NOTIFICATION_CHOICES } from '../../../src/domain/notifications/settings.js'
import { channelOption, type InteractionHandle } from '../../support/discord/double.js'
import type { OptionValues } from '../../support/discord/people/command-options.js'
import { MODERATOR } from '../people.js'
import { accountsSeen, gamesOf, isManager, type Place } from './model.js'
import { thingsIn, type Walk } from './world.js'

export const ELSEWHERE = '200000000000000099'

export interface WalkStep {
  readonly place: Place
  readonly label: string
  /** Everything that the person wrote or chose. */
  readonly input: string
  /** The game that the person names by its id, where that is the whole question. */
  readonly gameId?: number
  send(): InteractionHandle
}

export function somePlace({ random, people, guilds }: Walk): Place {
  const person = random.pick(people)
  if (random.chance(0.15)) return { person, guildId: null, isPresent: false }
  if (random.chance(0.1)) return { person, guildId: ELSEWHERE, isPresent: false }
  const { id, channels } = random.pick(guilds)
  return { person, guildId: id, channelId: random.pick(channels), isPresent: true }
}

export function circumstances(place: Place) {
  const { person, guildId, channelId } = place
  const permissions = isManager(place) ? MODERATOR.permissions : (['ViewChannel', 'SendMessages'] as const)
  return {
    user: person.user,
    guildId,
    ...(guildId === null ? {} : { member: { permissions: [...permissions] } }),
    ...(channelId === undefined ? {} : { channelId }),
    ...(guildId === ELSEWHERE ? { integrationOwners: 'user' as const } : {}),
  }
}

export const someGameId = (walk: Walk): number => walk.random.pick(gamesOf(walk)).id

/** A game as people name it: every other time one that is seen there, otherwise one of any account. */
export function someGame(walk: Walk, place: Place): string {
  const { random } = walk
  const all = gamesOf(walk)
  const seen = accountsSeen(walk, place)
  const own = all.filter(({ account }) => seen.has(account))
  const game = random.pick(own.length > 0 && random.chance(0.5) ? own : all)
  const { placeId } = random.pick(walk.universes)
  return random.pick([
    ...[`${game.id}`, `${game.id}`, `${game.universe}`, game.name, game.name.slice(0, 8), 'Game', 'Commons', 'x'],
    ...[`https://www.roblox.com/games/${placeId}/x`, `https://stats.example/accounts/${game.account}/games/${game.id}`],
    random.pick(walk.apiKeys),
  ])
}

export const someChannel = (walk: Walk): string => walk.random.pick(walk.random.pick(walk.guilds).channels)

const READING = ['stats', 'chart', 'summary', 'goal', 'updates', 'alerts'] as const
export const KINDS = NOTIFICATION_CHOICES
const DAYS = { from: '2026-06-17', to: '2026-06-17' }

function readCommand(walk: Walk, place: Place): readonly [string, OptionValues] {
  const { random } = walk
  const game = someGame(walk, place)
  const named: OptionValues = random.chance(0.1) ? {} : { game }
  const what = random.below(12)
  if (what < 7) return [random.pick(READING), named]
  if (what === 7) return ['rank', {}]
  if (what === 8) return ['games', {}]
  if (what === 9) return ['compare', { first: game, second: someGame(walk, place) }]
  return ['export', { ...DAYS, format: random.pick(['json', 'csv', 'xlsx']), ...named }]
}

function manageCommand(walk: Walk, place: Place): readonly [string, OptionValues] {
  const { random } = walk
  const game = someGame(walk, place)
  const channel = channelOption(someChannel(walk))
  const { rules, posts, notifications } = thingsIn(walk)
  const idOf = (ids: readonly number[]) => (ids.length === 0 ? 1 : random.pick(ids))
  const kind = random.pick(KINDS)
  const commands: readonly (readonly [string, OptionValues])[] = [
    ['track add', { game: `${random.pick(walk.universes).id}` }],
    ['track remove', { game }],
    ['track pause', { game }],
    ['track resume', { game }],
    ['track channel', { game, channel }],
    ['notify add', { kind, game, channel }],
    ['notify list', {}],
    ['notify list', { game }],
    ['notify edit', { game }],
    ['notify remove', { what: `rule:${idOf(rules)}` }],
    ['notify remove', { what: `kind:${someGameId(walk)}:${kind}` }],
    ['notify preview', { rule: `rule:${idOf(rules)}`, days: 1 }],
    ['notify preview', { game, days: 1 }],
    ['notify expected', { event: `notification:${idOf(notifications)}` }],
    ['notify expected', { game, from: '2026-06-17 10:00', until: '2026-06-17 11:00' }],
    ['notify test', { kind, game }],
    ['settings', { news_channel: channel }],
    ['settings', {}],
    ['schedule add', { what: 'records', channel }],
    ['schedule list', {}],
    ['schedule remove', { post: `${idOf(posts)}` }],
    ['counter create', { game, channel }],
    ['counter remove', { channel }],
    ['panel create', { game, channel }],
    ['panel remove', { channel }],
    ['setup', {}],
    ['setup', { code: random.chance(0.1) ? random.pick(walk.codes).code : 'nonsense' }],
  ]
  return random.pick(commands)
}

export function commandStep(walk: Walk): WalkStep {
  const place = somePlace(walk)
  const isManaging = isManager(place) && walk.random.chance(0.6)
  const [command, options] = isManaging ? manageCommand(walk, place) : readCommand(walk, place)
  const input = { ...circumstances(place), command, options }
  const gameId = typeof options.game === 'string' && /^\d{1,4}$/.test(options.game) ? Number(options.game) : undefined
  return {
    place,
    label: `/${command}`,
    input: JSON.stringify(options),
    ...(gameId !== undefined && command === 'stats' ? { gameId } : {}),
    send: () => walk.scene.double.slash(input),
  }
}
