// From a notification to the message that is posted: one renderer a kind, and what all of them share.
import { AttachmentBuilder, type MessageCreateOptions } from 'discord.js'
import type { Facts, NotificationKind } from '../../domain/notifications/facts.js'
import { alert } from './kinds/alert.js'
import { digest } from './kinds/digest.js'
import { milestone } from './kinds/milestone.js'
import { owner } from './kinds/owner.js'
import { platformDrop } from './kinds/platform-drop.js'
import { record } from './kinds/record.js'
import { reportCard } from './kinds/report-card.js'
import { status } from './kinds/status.js'
import type { Rendered, Renderer, Rendering } from './rendering.js'

/** A new kind is one line here. */
const RENDERERS: { readonly [Kind in NotificationKind]: Renderer<Extract<Facts, { kind: Kind }>> } = {
  milestone,
  record,
  alert,
  recovery: alert,
  platform_drop: platformDrop,
  report_card: reportCard,
  digest,
  status,
  owner,
}

const FILE = 'chart.png'

/** `mark`: by which the message is found again, in the footer. */
export async function renderNotice(rendering: Rendering, mark: string): Promise<MessageCreateOptions> {
  const { embed, roleId, chart } = await rendered(rendering)
  embed.setFooter({ text: `${rendering.words.notifications.by} · ${mark}` })
  if (chart) embed.setImage(`attachment://${FILE}`)
  return {
    ...(roleId === undefined ? {} : { content: `<@&${roleId}>` }),
    embeds: [embed],
    files: chart ? [new AttachmentBuilder(chart.png, { name: FILE, description: chart.alt })] : [],
    allowedMentions: { parse: [], roles: roleId === undefined ? [] : [roleId] },
  }
}

/** The facts name the renderer that takes them, which the compiler cannot follow through the table. */
function rendered(rendering: Rendering): Promise<Rendered> | Rendered {
  const render = RENDERERS[rendering.facts.kind] as Renderer<Facts>
  return render(rendering)
}
