// Renders the message of a panel.

import { EmbedBuilder, type MessageCreateOptions } from 'discord.js'
import { msOf } from '../../domain/clock.js'
import { shareOfUsual } from '../../domain/insights/players-now.js'
import { CLOSING_MEASURES } from '../../domain/measures.js'
import { ratio } from '../../domain/rules/summary.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import { usualText } from '../../messages/usual.js'
import type { LiveView } from '../../services/management/manage-live-messages.js'
import { MAX_TITLE_LENGTH } from '../rendering/game-embed.js'
import { ago, timeOf } from '../rendering/menus.js'
import { showName } from '../show-name.js'

export function panelMessage(
  { game, latest, before, usual }: LiveView,
  catalog: MessageCatalog,
): Pick<MessageCreateOptions, 'embeds'> {
  const embed = new EmbedBuilder()
    .setTitle(showName(game.name, MAX_TITLE_LENGTH))
    .setFooter({ text: catalog.panel.updated })
  if (!latest) return { embeds: [embed.setDescription(catalog.panel.unmeasured)] }
  const { fields } = catalog.stats
  const number = (value: number | null): string => (value === null ? catalog.nothing : catalog.number(value))
  const share = ratio(latest.likes, latest.dislikes)
  const change = before ? [catalog.panel.sinceYesterday(catalog.change(latest.ccu - before.ccu))] : []
  embed
    .setDescription(
      [catalog.asOf(ago(msOf(latest.minute))), ...(game.isActive ? [] : [catalog.stats.paused])].join('\n'),
    )
    .addFields(
      { name: fields.ccu, value: [`**${number(latest.ccu)}**`, ...change].join('\n'), inline: true },
      ...CLOSING_MEASURES.map((name) => ({
        name: catalog.metrics.choices[name],
        value: number(latest[name]),
        inline: true,
      })),
      { name: fields.likeRatio, value: share === null ? catalog.nothing : catalog.fixedPercent(share), inline: true },
    )
  if (usual) {
    const now = { usual, share: shareOfUsual(latest.ccu, usual) }
    embed.addFields({ name: catalog.usual.title, value: usualText(now, catalog, timeOf) })
  }
  return { embeds: [embed] }
}
