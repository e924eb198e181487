// The texts for rejected input, by the reason that the service gives.
import type { ReasonFacts, ReasonName } from '../../domain/error.js'
import { daysText } from '../../domain/rules/damage.js'

export type ReasonMessages = {
  readonly [Name in ReasonName]: (facts: ReasonFacts[Name], number: (value: number) => string) => string
}

/** Also the text of a page, which shows it before anything was tried. */
export const linkGone = 'This link is not valid any more: it lasts 15 minutes and works once. Ask for a new one.'

/** Also the text for other failures of calls to outside. */
export const platformFailed = 'The game platform did not answer as it should. Please try again in a minute.'

export const reasons: ReasonMessages = {
  'nothing here': () => 'There is nothing at this address.',
  'malformed request': () => 'The request is malformed.',
  'wrong method': ({ allowed }) => `Only ${allowed.join(' and ')} ${allowed.length === 1 ? 'is' : 'are'} allowed here.`,
  'sign-in over': () => 'This sign-in is over. Please start again.',
  'link used up': () => linkGone,
  'unknown session': () => 'There is no such session.',
  'unknown account': () => 'There is no such account.',
  'account name taken': ({ name }) => `There is an account named ${name} already.`,
  'unknown key': ({ id }) => `There is no key ${id}.`,
  'unknown game': () => 'There is no such game.',
  'platform failed': () => platformFailed,
  'unknown user': ({ id }) => `The platform knows no user ${id}.`,
  'not an address': () =>
    'That is not the address of a game. Paste it as the browser shows it, or give the universe id.',
  'half a range': () => 'from and to are given together or not at all.',
  'days in the future': () => 'The days must not lie in the future.',
  'not an id': () =>
    'The id of a game is a whole number from 1 on. Paste the address of the game instead, as the browser shows it.',
  'unknown place': ({ id }) => `The game platform knows no place ${id}. Check the address: it may be private, or gone.`,
  'unknown universe': ({ id }) =>
    `The game platform knows no game ${id}. Check the id: the game may be private, or gone.`,
  'plan full': ({ plan, most, isExpired }, number) =>
    `${isExpired ? 'Without a current subscription' : `On the ${plan} plan`}, at most ${number(most)} games are tracked. Remove one, or have the operator change the plan.`,
  'code used up': ({ minutes }, number) =>
    `This code is not valid any more. Ask the operator for a new one: it works once, within ${number(minutes)} minutes.`,
  'not a time zone': () => 'That is not the name of a time zone. Pick one from the list, for example Europe/Berlin.',
  'no sample yet': ({ game }) =>
    `${game} has no sample yet. The first one comes at the next due minute in which the game platform shows it.`,
  'damaged days': ({ days }) =>
    `Samples of these days are damaged on disk and cannot be read: ${daysText(days)} (UTC). Take other days. The operator may have a backup of these.`,
}
