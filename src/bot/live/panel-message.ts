// What a panel shows.
import { EmbedBuilder, type MessageCreateOptions } from 'discord.js'
import { msOf } from '../../domain/clock.js'
import { CLOSING_MEASURES } from '../../domain/measures.js'
import { ratio } from '../../domain/rules/summary.js'
import type { LiveView } from '../../operations/managing/keep-live.js'
import type { MessageCatalog } from '../../words/words.js'
import { showName } from '../show-name.js'
import { ago } from '../showing/times.js'

const LONGEST_TITLE = 100

export function panelMessage(
  { game, latest, before }: LiveView,
  words: MessageCatalog,
): Pick<MessageCreateOptions, 'embeds'> {
  const embed = new EmbedBuilder().setTitle(showName(game.name, LONGEST_TITLE)).setFooter({ text: words.panel.updated })
  if (!latest) return { embeds: [embed.setDescription(words.panel.unmeasured)] }
  const { fields } = words.stats
  const number = (value: number | null): string => (value === null ? words.nothing : words.number(value))
  const share = ratio(latest.likes, latest.dislikes)
  const change = before ? [words.panel.sinceYesterday(words.change(latest.ccu - before.ccu))] : []
  embed
    .setDescription([words.asOf(ago(msOf(latest.minute))), ...(game.isActive ? [] : [words.stats.paused])].join('\n'))
    .addFields(
      { name: fields.ccu, value: [`**${number(latest.ccu)}**`, ...change].join('\n'), inline: true },
      ...CLOSING_MEASURES.map((name) => ({
        name: words.metrics.choices[name],
        value: number(latest[name]),
        inline: true,
      })),
      { name: fields.likeRatio, value: share === null ? words.nothing : words.percent(share), inline: true },
    )
  return { embeds: [embed] }
}
