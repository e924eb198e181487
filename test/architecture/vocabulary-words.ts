// The words that are no terms of src/GLOSSARY.md, and for each what to say instead.

/** One a file that needs it, and never imported under that name from elsewhere. */
export const CONVENTIONAL_TYPES = ['Props', 'Options', 'Deps']

/** A participle says what happened to a thing, and an adverb when or where it is, but neither what it is. */
const PARTICIPLE =
  /(?:ed|en|Told|Kept|Sent|Made|Given|Shown|Found|Known|Held|Left|Lost|Said|Met|Built|Bought|Brought|Thought|Caught|Gone|Done|Born|Drawn|Read|Put|Cut|Set|Hid|Paid|Laid|Spent|Stood|Understood|Won|Run|Begun|Come|Become|Yet|Near|Ahead|Away|Of|Against|Then)$/

/** Words that end like a participle and are nouns, as the last word of a type. */
const NOUNS_LIKE_PARTICIPLES: ReadonlyMap<string, string> = new Map([
  ['Screen', 'what a terminal shows'],
  ['Token', 'a part of a text, or a secret'],
  ['Children', 'the nodes below a node'],
  ['Embed', "Discord's name of a part of a message"],
  ['Feed', 'a list that grows'],
  ['Seed', 'of random numbers'],
  ['Run', 'one execution of a task'],
  ['Set', 'a collection'],
  ['Read', 'one act of reading'],
])

const lastWordOf = (name: string): string => name.match(/[A-Z]?[a-z0-9]+$|[A-Z0-9]+$/)?.[0] ?? name

/** What to say instead of a type that is called by a participle or an adverb; nothing for a noun. */
export function participleAdvice(type: string): string[] {
  const name = type.replace(/Props$/, '')
  const isNoun = name === '' || NOUNS_LIKE_PARTICIPLES.has(lastWordOf(name)) || !PARTICIPLE.test(lastWordOf(name))
  return isNoun ? [] : ['a noun: …Result, …Context, …Entry, …Query, …Message or what it is']
}

/** Folders hold things: a participle, an adjective or a verb does not say which. */
const FOLDERS_WITHOUT_NOUN: ReadonlyMap<string, string> = new Map([
  ['live', 'live-updates'],
  ['notify', 'notifications'],
  ['guess', 'detection'],
  ['render', 'rendering'],
  ['deliver', 'delivery'],
  ['evaluate', 'evaluation'],
  ['compact', 'compaction'],
  ['show', 'rendering'],
  ['ask', 'input'],
])

export function folderAdvice(folder: string): string[] {
  const known = FOLDERS_WITHOUT_NOUN.get(folder)
  if (known !== undefined) return [known]
  const last = folder.split('-').at(-1) ?? ''
  return participleAdvice(last.charAt(0).toUpperCase() + last.slice(1)).map(() => 'a noun')
}

/** One a file that needs it, never exported: the limit or size of what that file does, and of nothing else. */
export const CONVENTIONAL_CONSTANTS = [
  'BATCH_SIZE',
  'CONCURRENCY',
  'MAX_CACHE_SIZE',
  'MAX_CONCURRENT_CALLS',
  'MAX_LENGTH',
  'MAX_LISTED',
  'MAX_NAME_LENGTH',
  'MAX_ROWS',
  'PAGE_SIZE',
]

/** How long something takes, waits or stays valid; MINUTE_MS and its like convert units. */
const DURATION =
  /^(?:(?:SECOND|MINUTE|HOUR|DAY|WEEK|YEAR)|.*_(?:TIMEOUT|INTERVAL|DELAY|AGE|LIFETIME|PERIOD|WINDOW|OFFSET|TOLERANCE))_MS$/
/** A unit, or a noun that a number measures or counts. */
const QUANTITIES = new Set(
  `SECONDS MINUTES HOURS DAYS WEEKS MINUTE HOUR DAY BYTES MIB GIB BITS BIT DIGITS PERCENT RADIANS CCU PLAYERS ROBUX
  SIZE WIDTH HEIGHT LENGTH DEPTH DISTANCE MARGIN RADIUS SIDE GAP CAPACITY COUNT RATIO SHARE FACTOR DIVISOR UNIT STEP RATE
  DEVIATION DEVIATIONS TOLERANCE QUANTILE MEAN LEVEL OFFSET INTERVAL INTERVALS LIMIT VALUE CONCURRENCY
  INDEX ID CODE STATUS MODE MASK VERSION SEED ZEROS
  COLUMNS ROWS POINTS SAMPLES STEPS EVENTS UPDATES GAMES RANKINGS PAGES SLICES TICKS`.split(/\s+/),
)

/** What to say instead of a constant that holds a number; nothing if its name says its unit or what it limits. */
export function numberAdvice(name: string): string[] {
  if (/^(?:GREATEST|LARGEST|LONGEST|BIGGEST|MOST|FEWEST|LEAST|SMALLEST|SHORTEST|FARTHEST|DEEPEST)(?:_|$)/.test(name))
    return ['MAX_… or MIN_…']
  if (/_MS$/.test(name))
    return DURATION.test(name) || /^(?:MAX|MIN)_/.test(name)
      ? []
      : ['…_TIMEOUT_MS, …_INTERVAL_MS, …_DELAY_MS or …_AGE_MS']
  if (/^(?:MAX|MIN|DEFAULT)_/.test(name)) return []
  const words = name.split('_')
  const isQuantity = words.some((word, index) => QUANTITIES.has(word) && isLastNoun(words, index))
  return isQuantity
    ? []
    : ['MAX_…, MIN_…, or a name that ends in its unit or in a noun such as COUNT, SIZE, SHARE, CODE']
}

/** The last word, or the one before a number or the unit it is divided by: QUANTILE_90, PLAYERS_PER_UNIT. */
const isLastNoun = (words: readonly string[], index: number): boolean =>
  index === words.length - 1 || (index === words.length - 2 && /^\d+$/.test(words.at(-1) ?? ''))

/** A word of a glossary's metaphor or of one file's own language, anywhere in a name: `toldAt`, `isTold`. */
export const PRIVATE_PARTS: ReadonlyMap<string, string> = new Map([
  ['told', 'notified, reported, logged or informed'],
  ['asked', 'requested'],
  ['parked', 'dead letter'],
  ['anew', 'again, or what is repeated'],
  ['breathe', 'yieldToEventLoop'],
  ['believed', 'trusted'],
  ['doubted', 'uncertain, unconfirmed'],
  ['doubt', 'confounder, uncertain'],
  ['doubtful', 'unconfirmed'],
  ['settlement', 'outcome'],
  ['verdict', 'evaluation, result'],
])

export const REPLACEMENTS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^(GREATEST|LARGEST|LONGEST|BIGGEST|HIGHEST|MOST)(_|$)/, 'MAX_…, or …_TIMEOUT_MS'],
  [/^(LEAST|FEWEST|SMALLEST|SHORTEST)(_|$)/, 'MIN_…'],
  [/^NEWEST(_|$)/, 'MAX_LISTED'],
  [/(^|_)AT_ONCE(_|$)/, 'BATCH_SIZE, or CONCURRENCY'],
  [/PATIENCE/, '…_TIMEOUT_MS'],
  [/^bind[A-Z]/, 'create…'],
  [/^judge|Judge|judgement/, 'evaluate, evaluation'],
  [/^refuse[A-Z]|^refuse$|[a-z]Refuse[A-Z]|^refusal|Refusal|REFUSAL/, 'reject, rejection'],
  [/[sS]poil/, 'stale'],
  [/^(fold|folded|folding)$|^fold[A-Z](?<!foldC)|^openRows$/, 'compact, head rows'],
  [/[cC]rowd(?!ed)/, 'player count'],
  [/[sS]tretch/, 'window, span'],
  [/[nN]otice(?!able)/, 'notification'],
  [/^operations$|Operations$(?<!listOperations)/, 'services'],
  [/^keptReads|KeptReads/, 'cached reads'],
  [/^settlement|^verdictOf$|[pP]oster$/, 'outcome, result, sender'],
  [/LookUp|LOOK_UP|^lookUps$/, 'Lookup, lookups'],
  [
    /^(entrances?|ground|paper|standing|trouble)$|^(ENTRANCES?|GROUND|PAPER)$/,
    'entry point, core, presentation, state, error',
  ],
  [
    /^(CLAIM|LASTS|REMAINS|CHANCE|SPENT|EVER|WHICH|DEEPEST|FARTHEST)(_|$)|^(RISE|OLDEST(_MS)?)$/,
    'MAX_…, MIN_…, or a noun',
  ],
]

/** Words of one file's own language. */
export const PRIVATE_WORDS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^asked$/, 'context, query, request, or what it is'],
  [/^told$/, 'reported, text, or what it is'],
  [/^tell$/, 'log, report, send, or what it does'],
  [/^came$|^regained$/, 'actual, recovery'],
  [/^refused$|^tellingLog$|^verdicts$/, 'rejected, rejection; log; reason, result'],
]

/** Alone, such a word says what happened to a thing or who asks for it, and the reader must look for what it is. */
export const BARE_PARTICIPLES: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^kept$/, 'what is retained: retention, cache, rows, …'],
  [/^shown$/, 'what is shown: props, pageRows, reply, …'],
  [/^wanted$/, 'search, query, expected, or what it is'],
  [/^said$/, 'text, lines, sentence, or what it is'],
]

/** In comments, documents, texts of the program and titles of tests. */
export const PROSE_REPLACEMENTS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bjudg(e|es|ed|ment)\b/i, 'evaluate, evaluation'],
  [/\bstretch(es)?\b/i, 'window, span'],
  [/\bcrowds?\b/i, 'player counts'],
  [/\b(front )?doors?\b|\bhouse('s)?\b|\barrows between\b/i, 'adapter, HTTP server; architecture; dependency rule'],
  [/\btold of\b/i, 'reported, notified'],
  [/\bverdicts?\b/i, 'result'],
  [/\bspoil(s|ed|t)?\b/i, 'stale'],
  [/\brefus(e|es|ed|al|als)\b/i, 'reject, rejection'],
  [/\bfold(s|ed|ing)?\b/i, 'compact, compaction'],
  [/\b(a|an|one|no|each|every|which|the) notices?\b/i, 'notification'],
  [/\banew\b/i, 'again, or what is repeated'],
  [/\bbreath(e|es|ing)\b/i, 'yield to the event loop'],
  [/\bparked\b/i, 'dead letter'],
  [/\btold\b|\btells\b(?! you)|\btelling\b/i, 'reported, notified, posted, stated, shown or distinguished'],
  [/\bby (its|the|their) marks?\b|\busual marks?\b/i, 'idempotency key; the usual'],
  [/\b(open rows?|kept reads?)\b|\b(is|are|the) set aside\b/i, 'head rows, read cache, quarantined'],
  [/\bentrances?\b|\btroubles?\b/i, 'entry point, error'],
  [/\bthe engine\b(?! (of|that|behind))|\bis the ground\b/i, 'storage engine, core'],
  [/\blook-ups?\b/i, 'lookup'],
]

/** In the titles of tests only. */
export const TITLE_REPLACEMENTS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bknows\b/i, 'returns, lists, states, or what can be observed'],
]

/**
 * Where a word that is no term stays. The names of a database that exists, and the ids of buttons in messages that
 * exist, cannot change without a migration.
 */
export const EXCEPTIONS: readonly { readonly file: RegExp; readonly name: RegExp; readonly reason: string }[] = [
  { file: /^src[/]cli[/]upkeep[/]backup/, name: /^kept$/, reason: 'A key of the JSON that programs read.' },
  { file: /values[/]future-times/, name: /^notice$/, reason: 'The name of a table in databases that exist.' },
  {
    file: /values[/]notifications[/]rows|report-card-text[.]test/,
    name: /^verdict$/,
    reason: 'Facts that an earlier version stored have this key.',
  },
  {
    file: /test[/]support[/]discord[/]rest[/]schema/,
    name: /^operations$/,
    reason: 'OpenAPI calls a method of a path an operation.',
  },
  {
    file: /test[/]store[/]renamed-states/,
    name: /^(isTold|toldAt|toldSince)$/,
    reason: 'The stored states from before the migration.',
  },
]

/** What the glossary rules out in one sense only, so that no pattern can find it. */
export const ONE_SENSE: ReadonlyMap<string, string> = new Map([
  ['room', 'There is room on a disk, and not room for the HTTP server.'],
  ['engine', 'Only alone; a storage engine is one.'],
  ['operation', 'OpenAPI calls a method of a path so.'],
  ['words', 'Only the message catalog is not called so.'],
  ['Parts', 'Only what a constructor gets is not called so.'],
  ['letter', 'A letter of the alphabet; only a notification is not called so.'],
  ['place', 'Roblox has places; only a rank is not called so.'],
  ['difference', 'Only how values differ is a change.'],
  ['member', 'Accounts and the market have members; only a game of an incident is none.'],
  ['stage', 'Reports have stages; only a step of a notification is none.'],
  ['off', 'A switch is off; only a distance is not called so.'],
  ['drop', 'The stored kind of a notification; only the fall itself is not called so.'],
  ['cut', 'A text is cut; only a fall is not.'],
  ['mark', 'A person marks hours as expected; only an idempotency key is not called so.'],
])

export const PATH_REPLACEMENTS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/(^|\/)(operations|words|asking|showing|registering|posting|signing-in|looking-up|look-ups|folding)\//, 'a noun'],
  [/judg|verdict/, 'evaluation'],
  [/refus/, 'reject, rejection'],
  [/notice/, 'notification'],
  [/spoil|kept-reads|open-rows/, 'stale, cached reads, head rows'],
]
