// Failures of the platform.
import type { ReasonMessages } from './requests.js'

/** Also the text for other failures of calls to outside. */
export const platformFailed = 'The game platform did not answer as it should. Please try again in a minute.'

export const platformReasons = {
  'platform failed': () => platformFailed,
  'platform limit reached': ({ seconds }) =>
    `The platform limits how often this may be requested. Try again in ${seconds} s.`,
  'unknown user': ({ id }) => `There is no user ${id} on the platform.`,
  'unknown user name': () => 'There is no user of this name on the platform.',
  'user with too many games': ({ id }) => `User ${id} has more games than can be added up (2,000).`,
  'unknown group': ({ id }) => `There is no group ${id} on the platform.`,
  'unknown group owner': ({ ownerId, groupId }) =>
    `The platform does not name user ${ownerId}, who owns group ${groupId}.`,
  'unknown place': ({ id }) =>
    `The game platform does not show place ${id}. Check the address: it may be private or deleted.`,
  'unknown universe': ({ id }) =>
    `The game platform does not show game ${id}. Check the id: the game may be private or deleted.`,
  'private servers off': ({ missing }) => missing,
  'servers used up': ({ most }) =>
    `An account opens at most ${most} servers a day (UTC). The next one can be opened tomorrow.`,
  'server not opened': ({ platformText }) => `The platform did not open a server: ${platformText}`,
  'server outcome unknown': ({ platformText }) =>
    `The platform did not say whether a server was opened${platformText ? ` ("${platformText}")` : ''}. Look before you try again.`,
} satisfies Partial<ReasonMessages>
