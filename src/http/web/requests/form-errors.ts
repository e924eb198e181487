// Which field of a form or parameter of an address an error is about, and what a page says of it: with the label of the field,
// what it takes, and what to do. Programs read the names of parameters instead, in the words of the API.
import type { Reason, ReasonName } from '../../../domain/error.js'
import type { ParameterFault } from '../../../domain/reasons/error-reasons.js'
import { MAX_ECHO_LENGTH } from '../../../domain/time/time-of-day.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { errorText, publicReason } from '../../../messages/error-text.js'
import { MAX_COMPARED } from '../game/choice.js'
import type { FormRejection } from '../page.js'
import { formFieldOf } from './form-fields.js'

const GAME = ['game']
const CHANNEL = ['channel', 'news']
const NAME = ['name']
const TIMES_OF_DAY = ['quiet_from', 'quiet_until', 'at']

/** The fields that an error may be about; the first one that was sent is meant. */
const FIELDS_OF: Partial<Record<ReasonName, readonly string[]>> = {
  'unknown game': GAME,
  'too many rules': GAME,
  'no game given': GAME,
  'not an address': GAME,
  'not an id': GAME,
  'ambiguous name': GAME,
  'unknown name': GAME,
  'unknown game id': GAME,
  'unknown place': GAME,
  'unknown universe': GAME,
  'plan full': GAME,
  'platform failed': GAME,
  'platform limit reached': GAME,
  'usual of another metric': ['condition'],
  'condition missing': ['condition'],
  'value missing': ['value'],
  'value not a number': ['value'],
  'value below zero': ['value'],
  'change of zero': ['value'],
  'fall of everything': ['value'],
  'two lengths': ['readings'],
  'not a number of minutes': ['minutes'],
  'not a number of readings': ['readings'],
  'not a cooldown': ['cooldown'],
  'equal quiet hours': ['quiet_until'],
  'no channel': CHANNEL,
  'unknown channel': CHANNEL,
  'rights missing': CHANNEL,
  'not a channel': CHANNEL,
  'not a channel id': CHANNEL,
  'server not linked': CHANNEL,
  'not a time zone': ['zone'],
  'too many tags': ['tags'],
  'tag too long': ['tags'],
  'account name length': NAME,
  'account name taken': NAME,
  'account name is a number': NAME,
  'key name length': NAME,
  'not an expiry': ['expires'],
  'expiry in the past': ['expires'],
  'not a grace': ['grace'],
  'not a user id': ['user'],
  'last owner': ['user'],
  'bot token rejected': ['token'],
  'bot token untested': ['token'],
  'set in the environment': ['token'],
  'unknown other game': ['compare'],
  'from after to': ['to'],
  'start after end': ['to'],
  'range too long': ['to'],
  'days in the future': ['to'],
}

/** The name of the field that the error is about; undefined where it is about none. */
export function wrongField({ error, values }: Pick<FormRejection, 'error' | 'values'>): string | undefined {
  const reason = publicReason(error)
  if (reason === undefined) return undefined
  if (reason.name === 'bad parameter') return reason.facts.parameter.split('.')[0]
  if (reason.name === 'half a range' || reason.name === 'range missing') return missingEnd(values)
  if (reason.name === 'half quiet hours') return (values.quiet_from ?? '').trim() === '' ? 'quiet_from' : 'quiet_until'
  if (reason.name === 'not a time of day') return nameOfTime(reason.facts.text, values)
  return FIELDS_OF[reason.name]?.find((name) => Object.hasOwn(values, name))
}

/** A range that begins in the future ends there too, so both of its fields are wrong. */
export function isWrongAt(rejected: FormRejection, field: string): boolean {
  if (wrongField(rejected) === field) return true
  const isInFuture = publicReason(rejected.error)?.name === 'days in the future'
  return isInFuture && field === 'from' && Object.hasOwn(rejected.values, field)
}

const missingEnd = ({ from = '' }: FormRejection['values']): string => (from === '' ? 'from' : 'to')

/** An error repeats the beginning of what was typed. */
const nameOfTime = (text: string, values: FormRejection['values']): string | undefined =>
  TIMES_OF_DAY.find((name) => values[name]?.slice(0, MAX_ECHO_LENGTH) === text)

/** The parameters without which the page of a wrong one is shown: times make a range only together. */
export function parametersWithout(name: string): readonly string[] {
  if (name === 'against_from') return ['against', name]
  return name === 'from' || name === 'to' ? ['from', 'to'] : [name]
}

/** `field`: the one beside which the text stands. */
export function pageErrorText(rejected: FormRejection, catalog: MessageCatalog, field = wrongField(rejected)): string {
  const { error, path } = rejected
  const reason = publicReason(error)
  const problem = reason && problemOf(reason, catalog, path)
  if (problem === undefined || field === undefined) return errorText(error, catalog)
  const { takes, label } = formFieldOf(field, path)
  const { faults } = catalog.web
  return takes === 'hidden' ? faults.hidden : faults.named(label(catalog), problem)
}

/** What is wrong with the field that a reason is about; undefined for a reason whose own text names no parameter. */
function problemOf(reason: Reason, catalog: MessageCatalog, path: string): string | undefined {
  const { number, web } = catalog
  const { faults } = web
  switch (reason.name) {
    case 'bad parameter':
      return valueProblem(reason.facts, catalog, path)
    case 'half a range':
    case 'range missing':
      return faults.bothTimes
    case 'from after to':
    case 'start after end':
      return faults.order(web.game.from)
    case 'range too long':
      return faults.longRange(number(reason.facts.days))
    case 'days in the future':
      return faults.past
    case 'too many tags':
      return faults.tooManyTags(number(reason.facts.most), number(reason.facts.count))
    case 'tag too long': {
      const { most, tag } = reason.facts
      return faults.longTag(number(most), tag, number([...tag].length))
    }
    default:
      return ruleProblem(reason, catalog)
  }
}

/** What is wrong with a field of an alert rule. */
function ruleProblem(reason: Reason, { number, web: { faults, alerts } }: MessageCatalog): string | undefined {
  switch (reason.name) {
    case 'condition missing':
      return faults.choice
    case 'value missing':
      return faults.missing
    case 'value not a number':
      return faults.amount
    case 'value below zero':
      return faults.zeroOrMore
    case 'change of zero':
      return faults.size
    case 'fall of everything':
      return faults.belowHundred
    case 'not a number of minutes':
    case 'not a number of readings':
      return faults.wholeNumber(number(1), number(reason.facts.most))
    case 'not a cooldown':
      return faults.wholeNumber(number(0), number(reason.facts.most))
    case 'two lengths':
      return faults.oneLength(alerts.minutes)
    case 'half quiet hours':
      return faults.bothTimes
    case 'equal quiet hours':
      return faults.otherTime(alerts.quietFrom)
    case 'not a time of day':
      return faults.clock
    default:
      return undefined
  }
}

const UNFIT: ParameterFault = { kind: 'unfit' }

function valueProblem(
  { parameter, fault = UNFIT }: Reason<'bad parameter'>['facts'],
  { web: { faults }, number }: MessageCatalog,
  path: string,
): string {
  const { takes } = formFieldOf(parameter.split('.')[0] ?? '', path)
  if (fault.kind === 'too long') return faults.tooLong(number(fault.most), number(fault.length))
  if (fault.kind === 'future') return faults.past
  if (fault.kind === 'repeated' && takes !== 'compared games') return faults.repeated
  switch (takes) {
    case 'choice':
      return faults.choice
    case 'compared games':
      return faults.compared(number(MAX_COMPARED))
    case 'number':
    case 'time':
    case 'date':
    case 'zone':
    case 'period':
      return faults[takes]
    default:
      return fault.kind === 'missing' ? faults.missing : faults.repeated
  }
}
