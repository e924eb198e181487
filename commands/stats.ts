// /stats: how one game is doing now; the channel's own game, where nobody says which.
import { EmbedBuilder, SlashCommandBuilder } from 'discord.js'
import { completeGame, everywhere, gameOption } from '../src/bot/asking/options.js'
import { requireGame } from '../src/bot/asking/require-game.js'
import type { Command, InteractionReply } from '../src/bot/command.js'
import { showName } from '../src/bot/show-name.js'
import { ago } from '../src/bot/showing/times.js'
import { msOf } from '../src/domain/clock.js'
import type { Game } from '../src/domain/game.js'
import { CLOSING_MEASURES } from '../src/domain/measures.js'
import type { LatestSample } from '../src/domain/ports/series.js'
import { ratio } from '../src/domain/rules/summary.js'
import { defaultWords, type MessageCatalog } from '../src/words/words.js'

const LONGEST_TITLE = 100

const data = everywhere(
  new SlashCommandBuilder().setName('stats').setDescription(defaultWords.stats.command),
).addStringOption(gameOption)

function show(game: Game, latest: LatestSample, words: MessageCatalog): InteractionReply {
  const { fields } = words.stats
  const embed = new EmbedBuilder()
    .setTitle(showName(game.name, LONGEST_TITLE))
    .setDescription(describe(game, latest, words))
    .addFields(
      { name: fields.ccu, value: words.number(latest.ccu), inline: true },
      ...CLOSING_MEASURES.map((name) => ({
        name: words.metrics.choices[name],
        value: numberOrNothing(latest[name], words),
        inline: true,
      })),
      { name: fields.likeRatio, value: likeRatio(latest, words), inline: true },
    )
  return { embeds: [embed] }
}

function describe(game: Game, { minute, votesMinute }: LatestSample, words: MessageCatalog): string {
  const measured = words.asOf(ago(msOf(minute)))
  const votes = votesMinute === null || votesMinute === minute ? [] : [words.stats.votesAsOf(ago(msOf(votesMinute)))]
  const line = [measured, ...votes].join(' · ')
  return game.isActive ? line : `${line}\n${words.stats.paused}`
}

/** What was never measured is not zero. */
const numberOrNothing = (value: number | null, words: MessageCatalog): string =>
  value === null ? words.nothing : words.number(value)

function likeRatio({ likes, dislikes }: LatestSample, words: MessageCatalog): string {
  const share = ratio(likes, dislikes)
  return share === null ? words.nothing : words.percent(share)
}

export default {
  data,

  async execute(interaction, context) {
    const { game } = await requireGame(interaction, context)
    const { latest } = await context.operations.currentStats(game)
    return show(game, latest, context.words)
  },

  autocomplete: completeGame,
} satisfies Command
