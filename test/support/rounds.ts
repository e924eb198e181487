// How often a random test is repeated. Most faults show within a few rounds, so `npm test` has few, and
// `npm run test:long` all of them.

export interface Rounds {
  readonly short: number
  readonly long: number
}

export const rounds = ({ short, long }: Rounds): number => (process.env.TEST_ROUNDS === 'all' ? long : short)
