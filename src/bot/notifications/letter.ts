// A letter of the deliverer's, as a message in the language of the server that it goes to.
import type { Client, MessageCreateOptions } from 'discord.js'
import type { Letter } from '../../domain/notifications/sender.js'
import type { Log } from '../../domain/ports/log.js'
import type { Operations } from '../../operations/operations.js'
import { wordsFor } from '../../words/words.js'
import { guildWords } from '../posting/guild-words.js'
import type { Pictures } from '../showing/pictures.js'
import { renderNotice } from './render.js'

export interface LetterOptions {
  readonly client: Client<true>
  readonly operations: Operations
  readonly pictures: Pictures
  readonly log: Log
}

/** Without a server it goes to people, in private, each of whom Discord shows their own times. */
export async function letterMessage(
  { notification, game, mark }: Letter,
  { client, operations, pictures, log }: LetterOptions,
  guildId?: string,
): Promise<MessageCreateOptions> {
  const spoken =
    guildId === undefined
      ? { words: wordsFor('en-US'), timeZone: 'UTC' }
      : await guildWords(client, operations, guildId)
  const account = await operations.accounts.require(String(notification.accountId))
  return renderNotice(
    { facts: notification.facts, notification, game, account, ...spoken, operations, pictures, log },
    mark,
  )
}
