// Requests that cannot be read, or that come too often.

import type { ReasonName } from '../../../domain/error.js'
import type { HostFault, ReasonFacts } from '../../../domain/reasons/error-reasons.js'

export type ReasonMessages = {
  readonly [Name in ReasonName]: (facts: ReasonFacts[Name], number: (value: number) => string) => string
}

const HOST_FAULTS: Readonly<Record<HostFault, string>> = {
  'host repeated': 'The Host header is given more than once.',
  'host missing': 'The Host header is missing.',
  'host malformed': 'The Host header is malformed. It takes a host name or address, and a port.',
  'forwarded host malformed': 'The X-Forwarded-Host header is malformed.',
  'forwarded protocol malformed': 'The X-Forwarded-Proto header takes http or https.',
}

const LIST = new Intl.ListFormat('en-GB')

export const requestReasons = {
  'nothing here': () => 'There is nothing at this address.',
  'unknown endpoint': ({ hint }) => `There is no such endpoint under /api/v1${hint}.`,
  'unknown lookup': () => 'There is no such lookup.',
  'unknown file': () => 'There is no such file.',
  'malformed host': ({ fault }) => HOST_FAULTS[fault],
  'wrong method': ({ allowed }) => `Only ${LIST.format(allowed)} ${allowed.length === 1 ? 'is' : 'are'} allowed here.`,
  'bad parameter': ({ parameter, problem }) => `${parameter} ${problem}.`,
  'unknown parameter': ({ parameter, hint, known }) =>
    `The endpoint has no parameter ${parameter}${hint}. It takes ${known.length === 0 ? 'none' : known.join(', ')}.`,
  'usage requested too often': ({ limit, seconds, isSpent }) =>
    `More than ${limit} requests of /usage in a minute${isSpent ? ' after the limit was spent' : ''}. Wait ${seconds} s, then go on more slowly.`,
} satisfies Partial<ReasonMessages>
