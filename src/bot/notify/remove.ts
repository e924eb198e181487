// /notify remove: a kind of a game, or one rule; named by what the list offers.
import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js'
import type { Account } from '../../domain/account.js'
import type { Game } from '../../domain/game.js'
import { isOnByDefault } from '../../domain/notifications/settings.js'
import { type AutocompleteChoice, type Context, InteractionRejection } from '../command.js'
import { plainName, showName } from '../show-name.js'
import { describeCondition, firstKind, isKindChoice, KIND_CHOICES, type KindChoice, routedKinds } from './options.js'

const LONGEST_NAME = 100
const LONGEST_CHOICE = 100
const LONGEST_GAME = 40
const MOST_CHOICES = 25

export async function removeNotification(
  { options }: ChatInputCommandInteraction,
  account: Account,
  { operations, words }: Context,
): Promise<string> {
  const [what, first, second = ''] = options.getString('what', true).split(':')
  if (what === 'rule' && /^\d{1,15}$/.test(first ?? '')) {
    const rule = await operations.notifications.removeRule(account, Number(first))
    return words.notify.removed(describeCondition(rule, words))
  }
  const game = (await operations.guildView.games(account)).find(({ id }) => String(id) === first)
  if (what !== 'kind' || !game || !isKindChoice(second)) throw new InteractionRejection(words.notify.notThere)
  for (const kind of routedKinds(second)) await operations.notifications.switchOff(game, kind)
  return words.notify.removed(`${words.notify.kinds[second]} · ${showName(game.name, LONGEST_NAME)}`)
}

/** What is on, and every rule; or the rules alone. */
export async function offerRemovals(
  interaction: AutocompleteInteraction,
  context: Context,
  rulesAlone = false,
): Promise<AutocompleteChoice[]> {
  const { guildGames, words } = context
  const linked = interaction.guildId === null ? undefined : await guildGames.of(interaction.guildId)
  const wanted = interaction.options.getFocused().toLowerCase()
  const found: AutocompleteChoice[] = []
  for (const game of linked?.games ?? []) {
    for (const { value, told } of await removals(game, context)) {
      const name = plainName(`${plainName(game.name, LONGEST_GAME)} · ${told}`, LONGEST_CHOICE)
      if (rulesAlone && !value.startsWith('rule:')) continue
      if (name.toLowerCase().includes(wanted)) found.push({ name, value })
    }
    if (found.length >= MOST_CHOICES) break
  }
  return found.sort((a, b) => words.compare(a.name, b.name)).slice(0, MOST_CHOICES)
}

async function removals(game: Game, { operations, words }: Context): Promise<{ value: string; told: string }[]> {
  const { routes, rules } = await operations.notifications.of(game)
  const isOn = (choice: KindChoice): boolean => {
    const kind = firstKind(choice)
    const route = routes.find((one) => one.kind === kind)
    return route ? route.enabled : isOnByDefault(kind) && game.channelId !== null
  }
  return [
    ...rules.map((rule) => ({ value: `rule:${rule.id}`, told: describeCondition(rule, words) })),
    ...KIND_CHOICES.filter(isOn).map((choice) => ({
      value: `kind:${game.id}:${choice}`,
      told: words.notify.kinds[choice],
    })),
  ]
}
