// The games that autocompletion suggests for a text that is still being typed.
import type { Game } from '../../domain/game.js'
import type { AutocompleteChoice, Context } from '../command.js'
import { MAX_CHOICE_LENGTH, MAX_CHOICES } from '../discord-limits.js'
import { foldCase, isNamedBy, isNamedByParts } from '../pick-game.js'
import { plainName } from '../show-name.js'

const MAX_CREATOR_LENGTH = 40

/**
 * Full matches first, then names that begin with the text, then those that contain each of its words; each by players
 * now, the most first. Equal names carry their creator or, where that is equal or unknown, their id.
 */
export async function suggestGames(
  games: readonly Game[],
  text: string,
  { services, catalog }: Pick<Context, 'services' | 'catalog'>,
): Promise<AutocompleteChoice[]> {
  const matching = games.filter((game) => isNamedBy(game, text) || isNamedByParts(game, text))
  const latest = await services.latestSamples(matching.map(({ universeId }) => universeId))
  const playersOf = ({ universeId }: Game): number => latest.get(universeId)?.ccu ?? -1
  const places = new Map(matching.map((game) => [game, placeOf(game, text)]))
  const suggested = matching
    .sort(
      (a, b) =>
        (places.get(a) ?? 0) - (places.get(b) ?? 0) ||
        playersOf(b) - playersOf(a) ||
        a.name.localeCompare(b.name) ||
        a.id - b.id,
    )
    .slice(0, MAX_CHOICES)
  const namesakes = namesakesOf(matching)
  const creators = await services.guildView.creatorsOf([...namesakes.keys()])
  return suggested.map((game) => {
    const others = namesakes.get(game)
    const name = others ? distinctName(game, others, { creators, catalog }) : plainName(game.name, MAX_CHOICE_LENGTH)
    return { name, value: String(game.id) }
  })
}

function placeOf(game: Game, text: string): number {
  if (isNamedBy(game, text)) return 0
  return foldCase(game.name).startsWith(foldCase(text)) ? 1 : 2
}

/** For each game whose name looks like that of others, those others and itself. */
function namesakesOf(games: readonly Game[]): ReadonlyMap<Game, readonly Game[]> {
  const groups = new Map<string, Game[]>()
  for (const game of games) {
    const label = foldCase(plainName(game.name, MAX_CHOICE_LENGTH))
    const group = groups.get(label)
    if (group) group.push(game)
    else groups.set(label, [game])
  }
  return new Map(
    [...groups.values()].filter(({ length }) => length > 1).flatMap((group) => group.map((game) => [game, group])),
  )
}

function distinctName(
  game: Game,
  namesakes: readonly Game[],
  { creators, catalog }: { readonly creators: ReadonlyMap<number, string>; readonly catalog: Context['catalog'] },
): string {
  const creator = creators.get(game.universeId)
  const isShared = namesakes.some((other) => other !== game && creators.get(other.universeId) === creator)
  const complete = (name: string): string =>
    creator === undefined || isShared
      ? catalog.stats.gameWithId(name, String(game.id))
      : catalog.stats.gameOfCreator(name, plainName(creator, MAX_CREATOR_LENGTH))
  return complete(plainName(game.name, MAX_CHOICE_LENGTH - complete('').length))
}
