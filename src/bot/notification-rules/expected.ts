// /notify expected: marks an event or a span as expected, so that it is no part of later usuals.

import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js'
import type { Account } from '../../domain/account.js'
import { type Minute, msOf } from '../../domain/clock.js'
import { routedAs } from '../../domain/notifications/notification.js'
import { type AutocompleteChoice, type Context, InteractionRejection } from '../command.js'
import { MAX_CHOICES } from '../discord-limits.js'
import { readDateTime } from '../input/options.js'
import { requireGame } from '../input/require-game.js'
import { timeOf } from '../rendering/menus.js'
import { plainName, showName } from '../show-name.js'
import { MAX_CHOICE_GAME_LENGTH, MAX_ECHO_LENGTH } from './options.js'

const MAX_NAME_LENGTH = 100

export async function markExpected(
  interaction: ChatInputCommandInteraction,
  account: Account,
  context: Context,
): Promise<string> {
  const { services, catalog, timeZone } = context
  const { options } = interaction
  const text = catalog.notify.expected
  const [event, from, until] = [options.getString('event'), options.getString('from'), options.getString('until')]
  const note = options.getString('note') ?? ''
  if (event !== null) {
    const id = /^notification:(\d{1,15})$/.exec(event)?.[1]
    if (id === undefined) throw new InteractionRejection(catalog.notify.notThere)
    const marked = await services.expected.markEvent(account, Number(id), note)
    const game = (await services.guildView.games(account)).find((one) => one.id === marked.gameId)
    return text.marked(
      showName(game?.name ?? '', MAX_NAME_LENGTH),
      timeOf(msOf(marked.from)),
      timeOf(msOf(marked.until)),
    )
  }
  if (from === null || until === null) throw new InteractionRejection(text.needsTime)
  const { game } = await requireGame(interaction, context)
  const read = (written: string): Minute => {
    const minute = readDateTime(written, timeZone)
    if (minute === undefined) throw new InteractionRejection(text.notATime(showName(written, MAX_ECHO_LENGTH)))
    return minute
  }
  const marked = await services.expected.mark(game, { from: read(from), until: read(until) }, note)
  return text.marked(showName(game.name, MAX_NAME_LENGTH), timeOf(msOf(marked.from)), timeOf(msOf(marked.until)))
}

/** Offers the last alerts and reports. */
export async function offerEvents(
  interaction: AutocompleteInteraction,
  { guildGames, services, catalog }: Context,
): Promise<AutocompleteChoice[]> {
  const linked = interaction.guildId === null ? undefined : await guildGames.of(interaction.guildId)
  if (linked === undefined) return []
  const names = new Map(linked.games.map(({ id, name }) => [id, name]))
  const wanted = interaction.options.getFocused().toLowerCase()
  const events = await services.expected.events(linked.account)
  return events
    .flatMap(({ notification: { id, gameId, kind }, span }) => {
      const routed = routedAs(kind)
      const game = names.get(gameId)
      if (game === undefined || routed === 'owner') return []
      const when = new Date(msOf(span.from)).toISOString().slice(0, 16).replace('T', ' ')
      const what = `${plainName(game, MAX_CHOICE_GAME_LENGTH)} · ${catalog.notify.routed[routed]} · ${when} UTC`
      return [{ name: plainName(what, MAX_NAME_LENGTH), value: `notification:${id}` }]
    })
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, MAX_CHOICES)
}
