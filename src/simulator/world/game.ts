// A simulated game: its ids, its creator and the parameters from which all its values follow.
import { DAY_MINUTES, HOUR_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import { groupNameOf } from './groups.js'
import { between, hash, keyOf, unit } from './hash.js'
import { gameName } from './names.js'
import { userNameOf } from './people.js'
import { type GamePlan, planOf, type WorldStory } from './story.js'
import { type GameVariation, variationOf } from './variation.js'

export interface Creator {
  readonly id: number
  readonly name: string
  readonly type: 'User' | 'Group'
}

export interface SimulatedGame {
  readonly universeId: number
  readonly placeId: number
  readonly name: string
  readonly creator: Creator
  /** The launch; before it the game has no players. */
  readonly launchedAt: Minute
  /** The mean number of players that the game settles at. */
  readonly baseCcu: number
  /** The price of a private server in Robux; null where the game has none. */
  readonly privateServerPrice: number | null
  /** The seed of all the game's random values. */
  readonly key: number
  readonly behavior: GameBehavior
  /** Undefined if every week is like the one before. */
  readonly variation?: GameVariation | undefined
  /** What is planned to happen to it; undefined if all happens by chance. */
  readonly plan?: GamePlan | undefined
}

/** The parameters of a game's behavior, each drawn once. */
export interface GameBehavior {
  readonly dailySwing: number
  readonly peakMinute: number
  readonly weeklySwing: number
  readonly growthDays: number
  readonly yearlyGrowth: number
  readonly waveDays: number
  readonly updateEvery: number
  readonly sessionMinutes: number
  readonly likeShare: number
  readonly favoriteRate: number
}

const behaviorOf = (key: number): GameBehavior => ({
  dailySwing: between(0.34, 0.48, unit(key, 1)),
  // Peaks are between 17:00 and 22:00 UTC, which is evening in Europe and afternoon in America.
  peakMinute: Math.floor(between(17 * HOUR_MINUTES, 22 * HOUR_MINUTES, unit(key, 2))),
  weeklySwing: between(0.08, 0.2, unit(key, 3)),
  growthDays: between(40, 400, unit(key, 4)),
  yearlyGrowth: between(0.02, 0.25, unit(key, 5)),
  waveDays: between(150, 500, unit(key, 6)),
  updateEvery: Math.floor(between(9, 25, unit(key, 7))) * DAY_MINUTES,
  sessionMinutes: between(8, 26, unit(key, 8)),
  likeShare: between(0.78, 0.96, unit(key, 9)),
  favoriteRate: between(0.4, 1.4, unit(key, 10)),
})

/** Real ids have three magnitudes, and old games have small ones (PLATFORM-3): below 2^31, about 2^32, and far larger. */
const idsOf = (seed: number, index: number): readonly [universeId: number, placeId: number] => {
  const chance = hash(seed, index, 3)
  switch (index % 3) {
    case 0:
      return [5_000_000_000 + index * 100_003 + (chance % 100_000), 70_000_000_000_000 + index * 3_000_000_007 + chance]
    case 1:
      return [13_000 + index * 37 + (chance % 37), 1_800 + index * 41 + (chance % 41)]
    default:
      return [900_000_000 + index * 20_011 + (chance % 20_000), 2_700_000_000 + index * 50_021 + (chance % 50_000)]
  }
}

const creatorOf = (seed: number, index: number): Creator => {
  // Last digits above 5 mark special cases (people.ts, groups.ts), which creators of games must not be.
  const id = 1_000 + index * 10 + (hash(seed, index, 4) % 6)
  return index % 2 === 0
    ? { id, type: 'Group', name: groupNameOf(seed, id) }
    : { id, type: 'User', name: userNameOf(seed, id) }
}

const FIRST_LAUNCH = minuteOf(Date.UTC(2012, 0, 1))
const LAST_LAUNCH = minuteOf(Date.UTC(2022, 0, 1))

/** One game in twelve launches in the two weeks after `newest`, if it is given; all others are years old. */
const launchOf = (key: number, index: number, newest: Minute | undefined): Minute =>
  newest !== undefined && index % 12 === 11
    ? newest + Math.floor(unit(key, 11) * 14 * DAY_MINUTES)
    : Math.floor(between(FIRST_LAUNCH, LAST_LAUNCH, unit(key, 12)))

/** How the games of a world are made. */
export interface GameOptions {
  /** One game in twelve launches in the two weeks after this minute; if undefined, all games are years old. */
  readonly newest?: Minute | undefined
  /** Whether weeks differ from each other, and one game in twelve has only about ten players. */
  readonly isVaried?: boolean | undefined
  readonly story?: WorldStory | undefined
}

const SMALL_GAME_CCU = 6

export const makeGame = (seed: number, index: number, options: GameOptions = {}): SimulatedGame => {
  const { newest, isVaried = false, story } = options
  const [universeId, placeId] = idsOf(seed, index)
  const key = hash(seed, index, 5)
  return {
    universeId,
    placeId,
    name: gameName(seed, index),
    creator: creatorOf(seed, index),
    launchedAt: launchOf(key, index, newest),
    // Few games are large and most are small: about 100,000 players for the first, 4,000 for the twelfth and one for the 9,000th.
    baseCcu:
      isVaried && index % 12 === 10
        ? SMALL_GAME_CCU
        : (between(0.8, 1.25, unit(key, 13)) * 100_000) / (index + 1) ** 1.3,
    privateServerPrice: index % 5 === 3 ? 100 : index % 5 === 4 ? null : 0,
    key,
    behavior: behaviorOf(key),
    ...(isVaried ? { variation: variationOf(key) } : {}),
    ...(story === undefined ? {} : { plan: planOf(story, index) }),
  }
}

/** A universe that is added by hand; values that are not given follow from its id. */
export type UniverseSetup = { readonly universeId: number } & Partial<
  Pick<SimulatedGame, 'placeId' | 'name' | 'creator' | 'launchedAt' | 'baseCcu' | 'privateServerPrice'>
>

export const gameOfSetup = (seed: number, setup: UniverseSetup, isVaried = false): SimulatedGame => {
  const key = keyOf(seed, setup.universeId)
  return {
    placeId: 10_000_000_000 + setup.universeId,
    name: gameName(seed, key % 700),
    creator: creatorOf(seed, 1 + 2 * (key % 1_000)),
    launchedAt: launchOf(key, 0, undefined),
    baseCcu: 1_000,
    privateServerPrice: 0,
    ...setup,
    key,
    behavior: behaviorOf(key),
    ...(isVaried ? { variation: variationOf(key) } : {}),
  }
}
