// Missing permissions, and why an account cannot be changed.
import type { ReasonMessages } from './requests.js'

/** Also the text of a page, which shows it before anything was tried. */
export const linkGone = 'This link is not valid any more: it lasts 15 minutes and works once. Ask for a new one.'

/** Also the text of a page. */
export const setupGone =
  'This link is not valid any more: it works once, and only until an account exists. Start Headcount again for a new one.'

export const accessReasons = {
  'bad API key': () => 'The API key is missing or not valid. Send it as X-API-Key or as Authorization: Bearer.',
  'bad metrics token': () => 'The token is missing or not valid. Send METRICS_TOKEN as Authorization: Bearer.',
  'subscription needed': () => 'The API needs an active Premium or Enterprise subscription.',
  'paid subscription needed': () => 'This endpoint needs a paid Premium or Enterprise subscription, not a trial.',
  'Enterprise needed': () => 'This needs an active Enterprise subscription.',
  'paid Enterprise needed': () => 'This needs a paid Enterprise subscription.',
  'from another site': () => 'This came from another site, so nothing was changed. Open the page here and try again.',
  'role too low': ({ role }) => `This needs the role ${role} in the account. Ask an owner of the account.`,
  'sign-in off': () => 'Signing in with Discord is not set up here.',
  'sign-in failed': () => 'Discord did not sign you in. You can try again.',
  'sign-in over': () => 'This sign-in has expired. Please start again.',
  'link used up': () => linkGone,
  'setup code used up': () => setupGone,
  'bot token rejected': () =>
    'Discord does not accept this token. Copy it again: Developer Portal, your application, Bot, Reset Token.',
  'bot token untested': () =>
    'Discord did not answer, so the token was not tested and not stored. Try again in a minute.',
  'set in the environment': ({ variable }) =>
    `${variable} is set in the environment and wins. Remove it there and restart to change it here.`,
  'unknown session': () => 'There is no such session.',
  'Discord failed': () => 'Discord did not answer as expected. Please try again in a minute.',
} satisfies Partial<ReasonMessages>

export const accountReasons = {
  'unknown account': () => 'There is no such account.',
  'unknown account id': ({ id }) => `There is no account ${id}.`,
  'no such account': ({ idOrName }) => `No account has the id or name ${idOrName}.`,
  'account name taken': ({ name }) => `There is an account named ${name} already.`,
  'account name length': ({ most }) => `An account name has 1 to ${most} characters.`,
  'account name is a number': () => 'An account name must not be a number: accounts are found by id or name.',
  'trial of the free plan': () => 'A trial is a trial of a paid plan: premium or enterprise.',
  'trial days without trial': () => '--trial-days goes with --status trial.',
  'no such member': ({ userId, account }) => `User ${userId} is no member of account ${account}.`,
  'last owner': () => 'This is the last owner. Make somebody else an owner first.',
  'not a user id': () => 'A user is named by their Discord id, digits only.',
  'not a server id': () => 'A server is named by its Discord id, digits only.',
  'not a channel id': () => 'A channel is named by its Discord id, digits only.',
  'not a channel': () => 'That is neither a link to a Discord channel nor an id of one.',
  'unknown channel': () => 'This channel is not in a server that is linked to this account.',
  'unknown server': () => 'This server is not linked to this account any more.',
  'server not managed': () =>
    'You do not manage this server on Discord, the bot is not in it, or it is linked already.',
  'server not linked': () =>
    'That channel is in a server which is not linked to this account. Link the server first: the account page has the code for /setup.',
  'code used up': ({ minutes }, number) =>
    `This code is not valid any more. Ask the operator for a new one: it works once, within ${number(minutes)} minutes.`,
  'not a time zone': () => 'That is not the name of a time zone. Pick one from the list, for example Europe/Berlin.',
  'unknown key': ({ id }) => `There is no key ${id}.`,
  'unknown own key': () => 'There is no such key.',
  'key name length': ({ most }) => `A key name has 1 to ${most} characters.`,
  'key expired': ({ id }) => `Key ${id} has expired. Create a new one.`,
  'expiry in the past': () => 'The expiry must be in the future.',
  'not an expiry': () => 'The expiry is a date, such as 2027-01-31.',
  'too many keys': ({ most }) => `An account has at most ${most} keys. Revoke one first.`,
  'not a grace': ({ most }) => `The old key can work for 0 to ${most} more hours, a whole number.`,
} satisfies Partial<ReasonMessages>
