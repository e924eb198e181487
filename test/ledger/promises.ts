// The promises of SECURITY.md: what is promised, and the test that measures it.

export interface ProductPromise {
  readonly promise: string
  /** The test file below the project's root, or what `npm run bench` measures. */
  readonly by: { readonly test: string } | { readonly bench: string; readonly file: string }
}

/** The command that tests it alone. */
export const commandOf = ({ by }: ProductPromise): string =>
  'test' in by ? `npm run test:long -- ${by.test}` : `npm run bench -- ${by.bench}`

/** The file that measures it, below the project's root. */
export const fileOf = ({ by }: ProductPromise): string => ('test' in by ? by.test : by.file)

export const PROMISES = {
  'kills while ticking': {
    promise: 'A process that is killed at any moment loses at most the tick in flight, and needs no repair.',
    by: { test: 'test/sampling/crash.test.ts' },
  },
  'kills while delivering': {
    promise: 'Every notification is posted exactly once and in order, also where the service is killed in between.',
    by: { test: 'test/bot/notifications/kill.test.ts' },
  },
  'kills while migrating': {
    promise:
      'A migration that is killed leaves the old database or the new one, and no half copy from before it under its name.',
    by: { test: 'test/store/before-migration.test.ts' },
  },
  'kills while importing': {
    promise: 'An import that is killed leaves each sample as it was or as in the file; repeating it completes it.',
    by: { test: 'test/durability/killed-commands.test.ts' },
  },
  'kills while backing up': {
    promise: 'A backup that is killed leaves no half copy under the name of the copy.',
    by: { test: 'test/durability/killed-commands.test.ts' },
  },
  'kills while restoring': {
    promise: 'A restore that is killed leaves the old database or the restored one, whole.',
    by: { test: 'test/durability/killed-commands.test.ts' },
  },
  'kills while compacting': {
    promise: 'A process that is killed while it ticks, imports and compacts loses no sample that it reported.',
    by: { test: 'test/store/series/crash.test.ts' },
  },
  'full disk': {
    promise:
      'A full disk loses only the samples that it has no room for, as gaps; nothing needs repair when there is room again.',
    by: { test: 'test/durability/full-disk.test.ts' },
  },
  'small disk': {
    promise: 'The same on a real file system that is full, with a process that ends there and starts again.',
    by: { test: 'test/durability/small-disk.test.ts' },
  },
  clocks: {
    promise:
      'A clock that is set back, ahead or to an unknown time, also while compacting and thinning out, loses no sample and makes up none.',
    by: { test: 'test/durability/clocks.test.ts' },
  },
  'read-only files': {
    promise: 'A database that may not be written is left as it is, and goes on when it may be written again.',
    by: { test: 'test/durability/read-only.test.ts' },
  },
  suspensions: {
    promise: 'A process that is suspended misses only that time, as a gap.',
    by: { test: 'test/durability/suspended.test.ts' },
  },
  'two services': {
    promise: 'Of two processes on one database, one samples and the other says why it does not.',
    by: { test: 'test/durability/two-services.test.ts' },
  },
  'blows to processes that share a database': {
    promise:
      'Processes that share a PostgreSQL database lose no due sample and no post, whichever of them is killed or cut off, and whether or not the server is.',
    by: { test: 'test/process/roles/blows.test.ts' },
  },
  'damaged files': {
    promise:
      'A damaged file never answers a wrong number: samples are right, or missing, and then the verification reports damage.',
    by: { test: 'test/durability/damaged.test.ts' },
  },
  'faulty platform': {
    promise:
      'Whatever the platform answers, samples are stored as it said or missing with a reason, and no limit of it is exceeded.',
    by: { test: 'test/platform/hours/hours.test.ts' },
  },
  soak: {
    promise:
      'Days with rare faults, lived twice, give the same series, events and posts, and need no more memory each day.',
    by: { test: 'test/soak/soak.test.ts' },
  },
  'soak at a minute': {
    promise: 'The same holds for days with a tick each minute.',
    by: { test: 'test/soak/soak.test.ts' },
  },
  'account of a day': {
    promise: 'Samples due are those stored and those missing by reason, to the unit.',
    by: { test: 'test/reading/day-account.test.ts' },
  },
  'weekly restore': {
    promise: 'The restore test of each week passes for a whole copy, and fails for one that is damaged or holds less.',
    by: { test: 'test/operator/backups.test.ts' },
  },
  'roll-back': {
    promise: 'After an update, the commands of the operation page go back to the database from before it.',
    by: { test: 'test/operation/operator-pages.test.ts' },
  },
  drill: {
    promise:
      'A drill on a copy of the database loses no stored sample; what is missing are the ticks that it hit, as gaps.',
    by: { test: 'test/cli/drill.test.ts' },
  },
  'walks through pages and API': {
    promise: 'On pages and in the API, a role sees and changes what it may, and nothing else.',
    by: { test: 'test/web/walks/walks.property.test.ts' },
  },
  'walks through Discord': {
    promise: 'In Discord, nobody reads or changes what belongs to another account.',
    by: { test: 'test/bot/walks/walks.property.test.ts' },
  },
  overload: {
    promise:
      'With 200 clients within their limits, 20 slow exports, 50 commands a minute and 5,000 universes a tick, no sample is late by more than 5 s and the p99 of /stats stays below 100 ms.',
    by: { bench: 'overload', file: 'test/bench/overload/overload.ts' },
  },
  'regular expressions': {
    promise: 'No text of 100 kB takes an expression of the program longer than linear time.',
    by: { test: 'test/attacks/regular-expressions.test.ts' },
  },
  secrets: {
    promise: 'No line of the log holds a secret.',
    by: { test: 'test/support/secrets/after-run.ts' },
  },
} as const satisfies Readonly<Record<string, ProductPromise>>

export type PromiseName = keyof typeof PROMISES
export const PROMISE_NAMES = Object.keys(PROMISES) as readonly PromiseName[]
