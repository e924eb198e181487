// Why recorded data cannot be read.
import { daysText } from '../../../domain/rules/damage.js'
import type { ReasonMessages } from './requests.js'

export const readReasons = {
  'unknown game': () => 'There is no such game.',
  'unknown other game': () => 'There is no such game to compare with.',
  'untracked game': ({ id }) => `This account tracks no game with the id ${id}.`,
  'game named twice': ({ first, second }) =>
    `games must name each game once, and ${first} and ${second} are the same game: one is its universe id.`,
  'no public game': () => 'There is no public game of that id.',
  'no sample yet': ({ game }) =>
    `${game} has no sample yet. The first one comes at the next due minute in which Roblox shows it.`,
  'half a range': () => 'from and to are given together or not at all.',
  'range missing': () => 'from and to must be given.',
  'days in the future': () => 'The days must not lie in the future.',
  'start after end': () => 'start_date must not be after end_date.',
  'two ranges': () => 'last and from or to exclude each other: send either last, or from and to.',
  'to without from': () => 'to needs from: send both, or last.',
  'from in the future': () => 'from must not lie in the future.',
  'from after to': () => 'from must be before to.',
  'range too long': ({ range, days }) => `${range} may span at most ${days} days.`,
  'gaps range too long': ({ days }) => `from and to may span at most ${days} days.`,
  'cursor of the other order': () => 'cursor continues a list in the other order: leave order out.',
  'cursor of another range': () =>
    'cursor continues a list of another game or range: leave from and to out, or repeat those of the first call.',
  'unknown update': () => 'This game has no update with that event id.',
  'usual range too long': ({ days }) => `compare=usual takes a range of at most ${days} days.`,
  'usual without players': () => 'compare=usual needs ccu among the metrics.',
  'interval of the plan': ({ shortest, minutes }) =>
    `interval must be at least ${shortest}: the plan reads one sample each ${minutes} min.`,
  'answer too large': ({ interval, numbers, most, fits }) => {
    const advice =
      fits === undefined
        ? 'ask for fewer games, fewer metrics or a shorter range'
        : `interval=${fits} is the shortest one that fits this range`
    return `interval ${interval} would make ${numbers} numbers, and an answer has at most ${most}: ${advice}.`
  },
  'damaged days': ({ days }) =>
    `Samples of these days are damaged on disk and cannot be read: ${daysText(days)} (UTC). Take other days. The operator may have a backup of these.`,
} satisfies Partial<ReasonMessages>
