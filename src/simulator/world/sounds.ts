// The audio marketplace: 1,200 sounds that can be found by the words of their names.

import { groupNameOf } from './groups.js'
import { hash, keyOf, pick } from './hash.js'
import { userNameOf } from './people.js'

export interface SimulatedAudio {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly artist: string
  readonly genre: string
  readonly isMusic: boolean
  readonly seconds: number
  readonly creator: { readonly id: number; readonly name: string; readonly type: 'User' | 'Group' }
  readonly created: string
  readonly updated: string
  readonly price: number
  readonly upVotes: number
  readonly downVotes: number
  readonly favorites: number
}

const MOODS = [
  'Calm',
  'Epic',
  'Sad',
  'Happy',
  'Dark',
  'Funky',
  'Dreamy',
  'Lo-Fi',
  'Fast',
  'Spooky',
] as const satisfies readonly [string, ...string[]]
const NOUNS = [
  'Piano',
  'Guitar',
  'Drums',
  'Violin',
  'Synth',
  'Bells',
  'Flute',
  'Choir',
  'Bass',
] as const satisfies readonly [string, ...string[]]
const FORMS = ['Loop', 'Theme', 'Melody', 'Beat', 'Song', 'Rain & Thunder', 'Hit'] as const satisfies readonly [
  string,
  ...string[],
]
const GENRES = ['Ambient', 'Classical', 'Electronic', 'Pop', 'Rock'] as const satisfies readonly [string, ...string[]]

const SOUND_COUNT = 1_200
const FIRST_ID = 1_837_000_000
const ID_STEP = 733

/** Undefined for an id that the marketplace does not have. */
export const findSound = (seed: number, id: number): SimulatedAudio | undefined => {
  const index = (id - FIRST_ID) / ID_STEP
  if (!Number.isInteger(index) || index < 0 || index >= SOUND_COUNT) return undefined
  const key = keyOf(seed, id)
  const createdMs = Date.UTC(2014, 0, 1) + (key % 4_000) * 86_400_000 + (key % 86_400_000)
  const maker = 1_000 + 10 * (key % 5_000) + 1
  const byGroup = key % 4 === 0
  return {
    id,
    name: `${pick(MOODS, key)} ${pick(NOUNS, key >>> 4)} ${pick(FORMS, key >>> 8)}${key % 6 === 0 ? ' (Loopable)' : ''}`,
    description: key % 3 === 0 ? '' : 'Free to use.',
    artist: userNameOf(seed, maker),
    genre: pick(GENRES, key >>> 12),
    isMusic: key % 5 !== 0,
    seconds: 5 + (key % 240),
    creator: {
      id: maker,
      type: byGroup ? 'Group' : 'User',
      name: byGroup ? groupNameOf(seed, maker) : userNameOf(seed, maker),
    },
    created: new Date(createdMs).toISOString(),
    updated: new Date(createdMs + (hash(key, 1) % 300) * 86_400_000).toISOString(),
    price: key % 9 === 0 ? 5 : 0,
    upVotes: hash(key, 2) % 900,
    downVotes: hash(key, 3) % 90,
    favorites: hash(key, 4) % 4_000,
  }
}

/** All sounds that contain every word, in a fixed order; without words, all sounds. */
export const searchSounds = (seed: number, query: string): SimulatedAudio[] => {
  const keywords = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found: SimulatedAudio[] = []
  for (let index = 0; index < SOUND_COUNT; index++) {
    const sound = findSound(seed, FIRST_ID + index * ID_STEP)
    const text = sound ? `${sound.name} ${sound.artist} ${sound.genre}`.toLowerCase() : ''
    if (sound && keywords.every((word) => text.includes(word))) found.push(sound)
  }
  return found
}
