// What the platform does not answer, or does not do.
import type { ReasonMessages } from './requests.js'

/** Also the text for other failures of calls to outside. */
export const platformFailed = 'The game platform did not answer as it should. Please try again in a minute.'

export const platformReasons = {
  'platform failed': () => platformFailed,
  'platform asked too often': ({ seconds }) =>
    `The platform may not be asked for this so often. Try again in ${seconds} s.`,
  'unknown user': ({ id }) => `The platform knows no user ${id}.`,
  'unknown user name': () => 'The platform knows no user of this name.',
  'user with too many games': ({ id }) => `User ${id} has more games than can be added up (2,000).`,
  'unknown group': ({ id }) => `The platform knows no group ${id}.`,
  'unknown group owner': ({ ownerId, groupId }) =>
    `The platform does not name user ${ownerId}, who owns group ${groupId}.`,
  'unknown place': ({ id }) => `The game platform knows no place ${id}. Check the address: it may be private, or gone.`,
  'unknown universe': ({ id }) =>
    `The game platform knows no game ${id}. Check the id: the game may be private, or gone.`,
  'private servers off': ({ missing }) => missing,
  'servers used up': ({ most }) =>
    `An account opens at most ${most} servers a day (UTC). The next one can be opened tomorrow.`,
  'server not opened': ({ platformText }) => `The platform refused to open a server: ${platformText}`,
  'server outcome unknown': ({ platformText }) =>
    `The platform did not say whether a server was opened${platformText ? ` ("${platformText}")` : ''}. Look before you try again.`,
} satisfies Partial<ReasonMessages>
