// Maps Discord's answers to a post to an outcome for the channel.
import { RESTJSONErrorCodes as Codes, DiscordAPIError } from 'discord.js'
import { expect, test } from 'vitest'
import { postFailure } from '../../../src/bot/messaging/post-result.js'

const resultOf = (status: number, code: number) =>
  postFailure(new DiscordAPIError({ code, message: 'No' }, code, status, 'POST', '/channels/1/messages', {}), 'unseen')
    .result

test.each([
  [403, Codes.MissingPermissions, 'channel rejected'],
  [404, Codes.UnknownChannel, 'channel rejected'],
  // Discord reports these as bad requests, although it is the channel that accepts no posts.
  [400, Codes.InvalidActionOnArchivedThread, 'channel rejected'],
  [400, Codes.ThreadLocked, 'channel rejected'],
  [400, Codes.MaximumActiveThreads, 'channel rejected'],
  [400, Codes.InvalidFormBodyOrContentType, 'message rejected'],
  [401, 0, 'failed'],
  [502, 0, 'unknown'],
])('an answer of %i with the code %i is %s', (status, code, outcome) => {
  expect(resultOf(status, code)).toBe(outcome)
})
