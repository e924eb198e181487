// Failures of the platform.
import type { ReasonMessages } from './requests.js'

/** Also the text for other failures of calls to outside. */
export const platformFailed = 'Roblox did not answer as it should. Please try again in a minute.'

export const platformReasons = {
  'platform failed': () => platformFailed,
  'platform limit reached': ({ seconds }) =>
    `Roblox limits how often this may be requested. Try again in ${seconds} s.`,
  'unknown user': ({ id }) => `There is no user ${id} on Roblox.`,
  'unknown user name': () => 'There is no user of this name on Roblox.',
  'user with too many games': ({ id }) => `User ${id} has more games than can be added up (2,000).`,
  'unknown group': ({ id }) => `There is no group ${id} on Roblox.`,
  'unknown group owner': ({ ownerId, groupId }) => `Roblox does not name user ${ownerId}, who owns group ${groupId}.`,
  'unknown place': ({ id }) => `Roblox does not show place ${id}. Check the address: it may be private or deleted.`,
  'unknown universe': ({ id }) => `Roblox does not show game ${id}. Check the id: the game may be private or deleted.`,
  'private servers off': ({ missing }) => missing,
  'servers used up': ({ most }) =>
    `An account opens at most ${most} servers a day (UTC). The next one can be opened tomorrow.`,
  'server not opened': ({ platformText }) => `Roblox did not open a server: ${platformText}`,
  'server outcome unknown': ({ platformText }) =>
    `Roblox did not say whether a server was opened${platformText ? ` ("${platformText}")` : ''}. Look before you try again.`,
} satisfies Partial<ReasonMessages>
