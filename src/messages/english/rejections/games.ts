// Why the games of an account or their recorded data cannot be changed.
import type { ReasonMessages } from './requests.js'

export const gameReasons = {
  'no game given': () => 'Say which game: paste its address, or type its name or id.',
  'not an address': () =>
    'That is not the address of a game. Paste it as the browser shows it, or give the universe id.',
  'not an id': () =>
    'The id of a game is a whole number from 1 on. Paste the address of the game instead, as the browser shows it.',
  'ambiguous name': ({ ids }) => `Several games are called that. Give the id: ${ids.join(', ')}.`,
  'unknown name': ({ name }) => `No game called “${name}” is known here. Paste its address, or give its id.`,
  'unknown game id': ({ id }) => `There is no game ${id}.`,
  'plan full': ({ plan, most, isExpired }, number) =>
    `${isExpired ? 'Without a current subscription' : `On the ${plan} plan`}, at most ${number(most)} games are tracked. Remove one, or have the operator change the plan.`,
  'note length': ({ most }) => `A note has 1 to ${most} characters.`,
  'note in the future': () => 'A note is about something that happened: its time must not be in the future.',
  'too many share links': ({ most }) => `A game has at most ${most} unlisted links. Revoke one first.`,
  'too many wall links': ({ most }) => `An account has at most ${most} links of its wall display. Revoke one first.`,
  'unknown note': () => 'This account has no note with that id.',
  'too many lines': ({ most }) => `The file has more than ${most} lines. Split it. Nothing was imported.`,
  'too many days': ({ most }) => `The file has more than ${most} days. Nothing was imported.`,
  'revenue in the future': ({ line }) => `Line ${line}: its day is in the future. Nothing was imported.`,
  'import stopped': () => 'Stopped before the whole file was read. Nothing was imported.',
  'import interrupted': ({ done, total }) =>
    `Stopped after ${done} of ${total} weeks. What is imported stays; import the file again to go on.`,
  'week thinned out': ({ day, universeId, days }) =>
    `${day}: the samples of universe ${universeId} were thinned out under the plans' retention; nothing can be imported into that week. Nothing was imported. Within ${days} days, samples restore brings the week back.`,
  'nothing to restore': ({ universeId }) => `Universe ${universeId} is not known here. Nothing was restored.`,
} satisfies Partial<ReasonMessages>
