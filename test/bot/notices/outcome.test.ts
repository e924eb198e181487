// What Discord's answers to a post mean for its channel.
import { RESTJSONErrorCodes as Codes, DiscordAPIError } from 'discord.js'
import { expect, test } from 'vitest'
import { outcomeOf } from '../../../src/bot/notifications/post-result.js'
import { defaultWords } from '../../../src/words/words.js'

const told = (status: number, code: number) =>
  outcomeOf(
    new DiscordAPIError({ code, message: 'No' }, code, status, 'POST', '/channels/1/messages', {}),
    defaultWords.notifications,
    'unseen',
  ).outcome

test.each([
  [403, Codes.MissingPermissions, 'refused'],
  [404, Codes.UnknownChannel, 'refused'],
  // These come as bad requests, and yet it is the channel that takes none.
  [400, Codes.InvalidActionOnArchivedThread, 'refused'],
  [400, Codes.ThreadLocked, 'refused'],
  [400, Codes.MaximumActiveThreads, 'refused'],
  [400, Codes.InvalidFormBodyOrContentType, 'rejected'],
  [401, 0, 'failed'],
  [502, 0, 'unknown'],
])('an answer of %i with the code %i is %s', (status, code, outcome) => {
  expect(told(status, code)).toBe(outcome)
})
