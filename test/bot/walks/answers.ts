// What a person reads of an answer, as one text, with what its files hold.
import { readXlsx } from 'hucre/xlsx'
import type { InteractionHandle, SentFile } from '../../support/discord/double.js'

async function textOfFile({ filename, description, bytes, contentType }: SentFile): Promise<string> {
  const about = `${filename} ${description ?? ''}`
  if (contentType.startsWith('image/')) return about
  if (!filename.endsWith('.xlsx')) return `${about} ${bytes.toString('utf8')}`
  return `${about} ${JSON.stringify(await readXlsx(bytes))}`
}

export async function textOfAnswer(handle: InteractionHandle): Promise<string> {
  if (handle.modal !== undefined) return JSON.stringify(handle.modal)
  // Who deletes an answer sees nothing of it any more.
  if (handle.deleted && handle.followUps.length === 0) return ''
  const { content, embeds, components, attachments } = handle.message
  const files = await Promise.all(attachments.map(textOfFile))
  return [content, JSON.stringify(embeds), JSON.stringify(components), ...files].join('\n')
}
