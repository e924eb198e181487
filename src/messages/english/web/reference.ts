// The texts of the API reference at /docs, beside those of the OpenAPI document.
import type { ErrorCode } from '../../../domain/error.js'

const errors: Record<ErrorCode, readonly [means: string, act: string]> = {
  INVALID_PARAMETERS: [
    'A parameter is missing, wrong or unknown.',
    'Read the error: it names the parameter, what it takes and the nearest right name.',
  ],
  INVALID_API_KEY: ['No key, a wrong, revoked or expired key, or two keys that differ.', 'Send one valid key.'],
  SUBSCRIPTION_REQUIRED: ['The account has no active Premium or Enterprise plan.', 'Ask the operator.'],
  INSUFFICIENT_PERMISSIONS: ['The plan does not include this endpoint, for example in a trial.', 'Ask the operator.'],
  NOT_FOUND: [
    'There is no such path, no such game in your account, no such update of the game, or the game has no sample yet.',
    'List your games with /games, and updates with /games/{id}/updates.',
  ],
  METHOD_NOT_ALLOWED: ['The path takes GET and HEAD only.', 'See the header Allow.'],
  REQUEST_TIMEOUT: ['The request did not arrive in time.', 'Send the headers within 10 s and all of it within 30 s.'],
  REQUEST_TOO_LARGE: ['The request has a body of more than 64 KiB.', 'Send none: no endpoint takes one.'],
  RATE_LIMIT_EXCEEDED: [
    'The account’s requests of this minute are used up; or it has 4 exports running; or too many wrong keys or calls without a key came from this address.',
    'Wait as long as Retry-After says, and double the wait after each further 429.',
  ],
  INTERNAL_ERROR: [
    'Something went wrong on our side.',
    'Try again later. If it continues, send the operator the X-Request-Id.',
  ],
  UPSTREAM_ERROR: ['Roblox did not answer an older lookup.', 'Try again later.'],
  NOT_CONFIGURED: ['The operator has not set up what an older lookup needs.', 'Ask the operator.'],
  UNAVAILABLE: ['The service cannot do this now.', 'Try again later.'],
}

export const reference = {
  title: 'API reference',
  description: 'Every endpoint of the Headcount API, with calls to copy and to try.',
  lead: 'The statistics of your games, for programs: as JSON and CSV.',
  contents: 'On this page',
  openAll: 'Open all sections',
  closeAll: 'Close all sections',
  details: 'Parameters, answer and examples',
  fieldsOf: 'Fields',
  lookupDetails: 'Call and example',
  section: (title: string) => `Link to ${title}`,
  base: 'Base address',
  document: 'OpenAPI document',
  version: (version: string) => `Version ${version}`,

  key: 'Your key',
  keyText:
    'Send a key of your account with each call, as X-API-Key or as Authorization: Bearer. Call from a server: never put a key into a page, an app or a public repository.',
  keyHow: 'The calls on this page read the key from a variable. Set it once in your terminal:',
  keyCommand: 'export HEADCOUNT_KEY=hc_live_…',
  keyOwn: 'Your keys',
  keySignIn: 'Sign in to make a key, and to see your own games in the calls.',

  games: 'Your games in the calls',
  game: 'Game',
  gameOf: (id: number, name: string) => `${name} (${id})`,
  show: 'Show',

  limits: 'Limits',
  limitsText:
    'Requests count for the account, whatever key they use, in windows of 60 seconds. Each answer states how many are left.',
  limitHeaders: [
    ['X-RateLimit-Limit', 'Requests that the plan allows in a minute'],
    ['X-RateLimit-Remaining', 'Requests left in this minute'],
    ['X-RateLimit-Reset', 'When the minute ends, as Unix time in seconds'],
    ['Retry-After', 'With 429: how many seconds to wait'],
  ],
  header: 'Header',
  plan: 'Plan',
  planColumns: {
    requests: 'Requests a minute',
    games: 'Games',
    interval: 'A sample every',
    full: 'Every sample kept',
    hourly: 'One an hour kept',
    daily: 'One a day kept',
  },
  minutes: (count: number) => `${count} min`,
  days: (count: string) => `${count} days`,
  forever: 'forever',
  noApi: 'no API',
  moreLimits: [
    'A range has at most 732 days, and 92 days for the summary of all games.',
    'A series has at most 100,000 numbers and 50 games.',
    'An account has at most 4 exports running at once.',
    '/usage is not charged. It answers 30 times a minute after the limit is spent.',
    'A trial can use /games, /games/stats, /games/{id}/stats, /user and /usage.',
  ],

  rules: 'Conventions',
  ruleList: [
    ['Answers', 'JSON objects with "success": true. Where an endpoint also has CSV, ask with `format=csv`.'],
    [
      'Times',
      'UTC, as 2026-01-31T12:00:00.000Z. Both ends of a range of dates count. A date is a UTC day, in a series a day of `tz`; `at` takes a time only.',
    ],
    ['Game ids', 'The id from /games. The universe id of one of your games works, too.'],
    ['Unknown values', 'null: a value that was not measured is never 0.'],
    [
      'Digits',
      'Measured numbers are whole. Means and player-hours have at most 4 digits after the point, shares at most 6.',
    ],
    [
      'Caching',
      'Answers carry an `ETag`, exports only where all their days are over. Send it as `If-None-Match`, and the answer is 304 without a body while nothing is new. A new sample comes at most once a minute.',
    ],
    [
      'Unknown parameters',
      '400 with the nearest right name. /games, summaries, exports, /games/{id}/stats, /user and /usage ignore them and name them in `X-Ignored-Parameters`.',
    ],
    [
      'Request ids',
      'Each answer has `X-Request-Id`: yours if you send one, else a new one. Include it when you report a fault.',
    ],
    ['From a page', 'Only origins that the operator has listed may call from a browser.'],
  ] as readonly (readonly [string, string])[],

  errors: 'Errors',
  errorsText: 'An error has a status, a code for programs and a sentence for people:',
  status: 'Status',
  code: 'Code',
  means: 'What it means, and what to do',
  errorTexts: errors,

  endpoints: 'Endpoints',
  parameters: 'Parameters',
  noParameters: 'No parameters.',
  answer: 'Answer',
  fields: (of: string) => `Fields of ${of}`,
  field: 'Field',
  meaning: 'Meaning',
  required: 'required',
  optional: 'optional',
  inPath: 'in the path',
  default: (value: string) => `Default: ${value}.`,
  bounds: (minimum: string, maximum: string) => `From ${minimum} to ${maximum}.`,
  oneOf: 'One of',
  alsoCsv: 'Also as CSV, with format=csv.',
  deprecated: 'Deprecated',
  statuses: 'Statuses',
  headers: 'Headers of the answer',
  language: (of: string) => `Language of the call of ${of}`,
  call: 'Call',
  callOf: (path: string) => `Call of ${path}`,
  example: (path: string) => `Example of an answer of ${path}`,

  try: 'Send this call',
  tryNote: 'The key goes to this service only, and is forgotten when you leave the page.',
  tryKey: 'API key',
  keyForm: 'A key has no spaces, only Latin letters, digits and signs.',
  send: 'Send',
  sending: 'Sending …',
  failed: 'The call did not reach the service.',
  cut: '… cut here.',
  result: (of: string) => `Result of ${of}`,
  withoutScripts: 'To send calls from this page, allow its scripts. Everything else works without.',

  objects: 'Objects',
  objectsText: 'What answers are made of.',

  legacy: 'Older lookups',
  legacyText: (segments: string, limit: string) =>
    `Public facts of Roblox in the form of an older service. They need no key and allow ${limit} requests a minute for an address. Each also answers ${segments}.`,
  legacySegments: (paths: readonly string[]) => `below ${paths.join(', ')}`,
  cached: (seconds: number) => (seconds % 60 === 0 ? `Kept for ${seconds / 60} min.` : `Kept for ${seconds} s.`),
  notCached: 'Not kept.',
  alsoAt: 'Also at',
  needsKey: 'Needs a key.',
  empty: 'An empty answer.',
  legacyNotes: [
    'Names in the path are case-sensitive.',
    'Where Roblox fails, an older answer is given for up to a day, with X-Headcount-Stale: 1.',
    'Errors have the form and codes of the API.',
  ],

  changes: 'Changes',
  changesText: [
    'What version 1 has keeps its meaning. New endpoints, fields, headers and words may come at any time: ignore what you do not know.',
    'What is to end is listed here at least 12 months before. Until then its answers carry Deprecation (RFC 9745: when that was announced) and Sunset (RFC 8594: when it ends).',
  ],

  licensing: 'Data licensing',
  licensingText: 'For bulk data and formal data licenses, contact the operator. The API does not provide them.',
}
