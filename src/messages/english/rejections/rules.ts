// Why the alert rules or the expected times of a game cannot be changed.
import type { ReasonMessages } from './requests.js'

export const ruleReasons = {
  'too many rules': ({ most }) => `A game has at most ${most} rules. Remove one first.`,
  'no channel': () => 'This game has no channel yet. Choose one first.',
  'bot not connected': () => 'The bot is not connected to Discord right now. Try again in a minute.',
  'post rejected': ({ reason }) => `Discord did not take the message. ${reason}`,
  'rights missing': ({ channel, rights }) =>
    `The bot may not post in #${channel}. It lacks: ${rights.join(', ')}. Somebody who manages the server can allow it.`,
  'unknown rule': () => 'This rule is not there any more.',
  'not a failed notification': () => 'This notification is sent, on its way, or not there any more.',
  'usual of another metric': () => 'Only players have a usual to compare with: choose players, or another condition.',
  'two lengths': () => 'Give either minutes or readings.',
  'value missing': () => 'An alert above, below or changed needs its value.',
  'condition missing': () => 'With a value, say the condition too: above, below or changed.',
  'half quiet hours': () => 'Quiet hours need both ends, and not the same.',
  'not a time of day': ({ text }) => `“${text}” is no time of day. Write it like 09:00 or 21:30.`,
  'value not a number': () => 'The value is a number.',
  'value below zero': () => 'The value is 0 or more.',
  'change of zero': () => 'A change is by more than 0.',
  'fall of everything': () => 'A fall is by less than 100 percent.',
  'not a number of readings': ({ most }) => `The readings are a whole number from 1 to ${most}.`,
  'not a number of minutes': ({ most }) => `The minutes are a whole number from 1 to ${most}.`,
  'not a cooldown': ({ most }) => `The cooldown is in whole minutes, from 0 to ${most}.`,
  'end before beginning': () => 'The end is after the beginning.',
  'expected too long': ({ days }) => `It lasts at most ${days} days.`,
  'expected too far ahead': ({ days }) => `It begins within the next ${days} days.`,
  'expected note length': ({ most }) => `The note has at most ${most} characters.`,
  'too many expected times': ({ most }) => `A game has at most ${most} expected times. Remove one first.`,
  'unknown expected time': () => 'This time is not there any more.',
  'unknown event': () => 'This event is not there any more.',
} satisfies Partial<ReasonMessages>
