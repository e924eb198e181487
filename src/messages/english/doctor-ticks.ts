// What the doctor says of the ticks: whether they come, and how many more games fit into one.
import { isoOfMinute, MINUTE_MS } from '../../domain/clock.js'
import type { DoctorFacts } from '../../domain/reasons/doctor-findings.js'
import type { FindingText } from './doctor-backups.js'
import { ageText } from './durations.js'

export const SEE_DATABASE = 'See the database above.'
const START = 'Start the service with npm start. If it runs, its log says what keeps it from sampling.'
const UNKNOWN_HEADROOM = 'How many more games fit into a tick is not known: the platform has stated no limit.'

const lastTickText = (ageMs: number): string => `The last tick was ${ageText(ageMs)} ago.`

const sinceText = (ms: number): string =>
  ms < 2 * MINUTE_MS ? `${Math.max(0, Math.floor(ms / 1_000))} s` : ageText(ms)

type TickFinding =
  | 'sampling overdue'
  | 'last tick unreadable'
  | 'no tick yet'
  | 'tick in the future'
  | 'last tick overdue'
  | 'first tick to come'
  | 'last tick'

export const tickTexts: { readonly [Name in TickFinding]: (facts: DoctorFacts[Name]) => FindingText } = {
  'sampling overdue': ({ detail }) => [
    `The service that runs says that sampling is overdue. ${detail ?? ''}`.trim(),
    'See the database and the disk above, and its log. If they are in order, restart it.',
  ],
  'last tick unreadable': () => ['Not known: the database cannot be read.', SEE_DATABASE],
  'no tick yet': () => ['There has been no tick yet.', START],
  'tick in the future': ({ minute }) => [
    `The last tick is noted for ${isoOfMinute(minute)}, which lies in the future: this clock or the platform's is wrong, or was.`,
    'See the clock above. Once the two agree, the service moves this back.',
  ],
  'last tick overdue': ({ ageMs }) => [
    `${lastTickText(ageMs)} By POLL_CRON, the next one is more than three intervals overdue.`,
    START,
  ],
  'first tick to come': ({ runningMs, due }) => [
    `The service has been running for ${sinceText(runningMs)}, and its first tick is due at ${due}. How many more games fit into a tick is not known before it.`,
    null,
  ],
  'last tick': ({ ageMs, headroom, isMinimum, isTight, isRunning }) => {
    if (headroom === undefined)
      return [isRunning ? `${lastTickText(ageMs)} ${UNKNOWN_HEADROOM}` : lastTickText(ageMs), null]
    const number = isMinimum ? `At least ${headroom}` : headroom
    const more = `${number} more ${headroom === 1 ? 'game fits' : 'games fit'} into a tick.`
    const advice = 'Add no more games than that: those beyond would get gaps. Move some to another installation.'
    return [`${lastTickText(ageMs)} ${more}`, isTight ? advice : null]
  },
}
