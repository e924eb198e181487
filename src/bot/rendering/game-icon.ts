// The icon of a game in a message: a file of the same message, because Discord cannot reach every service.
import { AttachmentBuilder, type EmbedBuilder } from 'discord.js'
import type { Services } from '../../services/services.js'

const FILE = 'icon.webp'

/** Puts the stored icon beside the text of the embed. Returns the files that the message then needs. */
export async function addIcon(
  embed: EmbedBuilder,
  universeId: number,
  { icons }: Pick<Services, 'icons'>,
): Promise<AttachmentBuilder[]> {
  const image = await icons.ofUniverse(universeId, 'large')
  return image === undefined ? [] : [iconFile(embed, image)]
}

/** The icon of the first of these games that has one, for an answer about several. */
export async function addFirstIcon(
  embed: EmbedBuilder,
  games: readonly { readonly universeId: number }[],
  services: Pick<Services, 'icons'>,
): Promise<AttachmentBuilder[]> {
  for (const { universeId } of games) {
    const files = await addIcon(embed, universeId, services)
    if (files.length > 0) return files
  }
  return []
}

/** `name` distinguishes several icons of one message. */
export function iconFile(embed: EmbedBuilder, image: Uint8Array, name = FILE): AttachmentBuilder {
  embed.setThumbnail(`attachment://${name}`)
  return new AttachmentBuilder(Buffer.from(image), { name })
}
