// Direct messages to people who used no command. They need no connection to the gateway, so each process can send them.
import { type REST, Routes } from 'discord.js'
import { z } from 'zod'
import { nonceOf } from './post-throttle.js'

export type DiscordRequester = Pick<REST, 'get' | 'post'>

/** Of the answer to the request for a direct chat. */
const directChatSchema = z.object({ id: z.string() })

/** Resolves to whether anybody was reached. */
export async function messagePeople(
  rest: DiscordRequester,
  userIds: readonly string[],
  text: string,
): Promise<boolean> {
  let reached = false
  for (const userId of userIds) reached = (await sendDirectMessage(rest, userId, text)) || reached
  return reached
}

async function sendDirectMessage(rest: DiscordRequester, userId: string, content: string): Promise<boolean> {
  try {
    const chat = directChatSchema.parse(await rest.post(Routes.userChannels(), { body: { recipient_id: userId } }))
    const nonce = nonceOf('informed', userId, content)
    const body = { content, nonce, enforce_nonce: true, allowed_mentions: { parse: [] } }
    await rest.post(Routes.channelMessages(chat.id), { body })
    return true
  } catch {
    return false
  }
}
