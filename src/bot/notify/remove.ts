// /notify remove: removes one kind of notification for a game, or one rule, as chosen from the list.
import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js'
import type { Account } from '../../domain/account.js'
import type { Game } from '../../domain/game.js'
import { isOnByDefault } from '../../domain/notifications/settings.js'
import { type AutocompleteChoice, type Context, InteractionRejection } from '../command.js'
import { plainName, showName } from '../show-name.js'
import { describeCondition, firstKind, isKindChoice, KIND_CHOICES, type KindChoice, routedKinds } from './options.js'

const MAX_NAME_LENGTH = 100
const MAX_CHOICE_LENGTH = 100
const MAX_GAME_LENGTH = 40
const MAX_CHOICES = 25

export async function removeNotification(
  { options }: ChatInputCommandInteraction,
  account: Account,
  { services, catalog }: Context,
): Promise<string> {
  const [what, first, second = ''] = options.getString('what', true).split(':')
  if (what === 'rule' && /^\d{1,15}$/.test(first ?? '')) {
    const rule = await services.notifications.removeRule(account, Number(first))
    return catalog.notify.removed(describeCondition(rule, catalog))
  }
  const game = (await services.guildView.games(account)).find(({ id }) => String(id) === first)
  if (what !== 'kind' || !game || !isKindChoice(second)) throw new InteractionRejection(catalog.notify.notThere)
  for (const kind of routedKinds(second)) await services.notifications.switchOff(game, kind)
  return catalog.notify.removed(`${catalog.notify.kinds[second]} · ${showName(game.name, MAX_NAME_LENGTH)}`)
}

/** Offers the active kinds and all rules, or the rules alone. */
export async function offerRemovals(
  interaction: AutocompleteInteraction,
  context: Context,
  rulesAlone = false,
): Promise<AutocompleteChoice[]> {
  const { guildGames, catalog } = context
  const linked = interaction.guildId === null ? undefined : await guildGames.of(interaction.guildId)
  const wanted = interaction.options.getFocused().toLowerCase()
  const found: AutocompleteChoice[] = []
  for (const game of linked?.games ?? []) {
    for (const { value, label } of await removals(game, context)) {
      const name = plainName(`${plainName(game.name, MAX_GAME_LENGTH)} · ${label}`, MAX_CHOICE_LENGTH)
      if (rulesAlone && !value.startsWith('rule:')) continue
      if (name.toLowerCase().includes(wanted)) found.push({ name, value })
    }
    if (found.length >= MAX_CHOICES) break
  }
  return found.sort((a, b) => catalog.compare(a.name, b.name)).slice(0, MAX_CHOICES)
}

async function removals(game: Game, { services, catalog }: Context): Promise<{ value: string; label: string }[]> {
  const { routes, rules } = await services.notifications.of(game)
  const isOn = (choice: KindChoice): boolean => {
    const kind = firstKind(choice)
    const route = routes.find((one) => one.kind === kind)
    return route ? route.enabled : isOnByDefault(kind) && game.channelId !== null
  }
  return [
    ...rules.map((rule) => ({ value: `rule:${rule.id}`, label: describeCondition(rule, catalog) })),
    ...KIND_CHOICES.filter(isOn).map((choice) => ({
      value: `kind:${game.id}:${choice}`,
      label: catalog.notify.kinds[choice],
    })),
  ]
}
