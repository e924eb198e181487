// Converts rendered content to a Discord message: an embed with the idempotency key in its footer.
import { AttachmentBuilder, EmbedBuilder, type MessageCreateOptions } from 'discord.js'
import type { Content, TextFormat } from '../../domain/notifications/sender.js'
import { dateOf, timeOf } from '../rendering/menus.js'
import { showName } from '../show-name.js'

/** Discord shows times to each person in their own time zone and language. */
export const DISCORD_FORMAT: TextFormat = {
  time: timeOf,
  date: dateOf,
  name: showName,
  channel: (channelId) => `<#${channelId}>`,
}

const FILE = 'chart.png'

export function messageOf(content: Content, key: string): MessageCreateOptions {
  const { title, text, fields = [], signature, roleId, chart } = content
  const embed = new EmbedBuilder().setDescription(text).setFooter({ text: `${signature} · ${key}` })
  if (title !== undefined) embed.setTitle(title)
  if (fields.length > 0) embed.addFields([...fields])
  if (chart) embed.setImage(`attachment://${FILE}`)
  return {
    ...(roleId === undefined ? {} : { content: `<@&${roleId}>` }),
    embeds: [embed],
    files: chart ? [new AttachmentBuilder(chart.png, { name: FILE, description: chart.alt })] : [],
    allowedMentions: { parse: [], roles: roleId === undefined ? [] : [roleId] },
  }
}
