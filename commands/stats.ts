// /stats: the current numbers of one game; by default, the game linked to the channel.
import { EmbedBuilder, SlashCommandBuilder } from 'discord.js'
import type { Command } from '../src/bot/command.js'
import { completeGame, everywhere, gameOption } from '../src/bot/input/options.js'
import { requireGame } from '../src/bot/input/require-game.js'
import { addIcon } from '../src/bot/rendering/game-icon.js'
import { ago, timeOf } from '../src/bot/rendering/menus.js'
import { showName } from '../src/bot/show-name.js'
import { msOf } from '../src/domain/clock.js'
import type { Game } from '../src/domain/game.js'
import type { PlayersNow } from '../src/domain/insights/players-now.js'
import { CLOSING_MEASURES } from '../src/domain/measures.js'
import type { LatestSample } from '../src/domain/ports/series.js'
import { ratio } from '../src/domain/rules/summary.js'
import { defaultCatalog, type MessageCatalog } from '../src/messages/catalog.js'
import { accuracyText, changesText, counterTexts, marketText, usualText } from '../src/messages/usual.js'

const MAX_TITLE_LENGTH = 100

const data = everywhere(
  new SlashCommandBuilder().setName('stats').setDescription(defaultCatalog.stats.command),
).addStringOption(gameOption)

function describeStats(game: Game, latest: LatestSample, now: PlayersNow, catalog: MessageCatalog): EmbedBuilder {
  const { fields } = catalog.stats
  const embed = new EmbedBuilder()
    .setTitle(showName(game.name, MAX_TITLE_LENGTH))
    .setDescription(describe(game, latest, catalog))
    .addFields(
      { name: fields.ccu, value: catalog.number(latest.ccu), inline: true },
      ...CLOSING_MEASURES.map((name) => ({
        name: catalog.metrics.choices[name],
        value: [numberOrNothing(latest[name], catalog), ...counterTexts(now.counters[name], catalog)].join('\n'),
        inline: true,
      })),
      { name: fields.likeRatio, value: likeRatio(latest, catalog), inline: true },
      { name: catalog.usual.title, value: againstUsual(now, catalog) },
    )
  const changes = changesText(now, catalog)
  if (changes !== '') embed.addFields({ name: catalog.usual.changes, value: changes })
  return embed
}

const againstUsual = (now: PlayersNow, catalog: MessageCatalog): string =>
  [usualText(now, catalog, timeOf), accuracyText(now, catalog), marketText(now.market, catalog, timeOf)]
    .filter((line) => line !== '')
    .join('\n')

function describe(game: Game, { minute, votesMinute }: LatestSample, catalog: MessageCatalog): string {
  const measured = catalog.asOf(ago(msOf(minute)))
  const votes = votesMinute === null || votesMinute === minute ? [] : [catalog.stats.votesAsOf(ago(msOf(votesMinute)))]
  const line = [measured, ...votes].join(' · ')
  return game.isActive ? line : `${line}\n${catalog.stats.paused}`
}

/** A value that was never measured is not shown as zero. */
const numberOrNothing = (value: number | null, catalog: MessageCatalog): string =>
  value === null ? catalog.nothing : catalog.number(value)

function likeRatio({ likes, dislikes }: LatestSample, catalog: MessageCatalog): string {
  const share = ratio(likes, dislikes)
  return share === null ? catalog.nothing : catalog.fixedPercent(share)
}

export default {
  data,

  async execute(interaction, context) {
    const { account, game } = await requireGame(interaction, context)
    const { latest } = await context.services.currentStats(game)
    const now = await context.services.compareNow({ account, game }, latest)
    const embed = describeStats(game, latest, now, context.catalog)
    return { embeds: [embed], files: await addIcon(embed, game.universeId, context.services) }
  },

  autocomplete: completeGame,
} satisfies Command
