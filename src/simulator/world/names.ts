// Names that look like those of real games, with emoji and brackets, because the service must handle such names.
import { hash, pick } from './hash.js'

const THEMES = [
  'Dragon',
  'Pizza',
  'Ninja',
  'Ocean',
  'Robot',
  'Candy',
  'Jungle',
  'Space',
  'Zombie',
  'Royal',
  'Pirate',
  'Neon',
  'Frozen',
  'Monster',
  'Garden',
  'Haunted',
  'Mystic',
  'Turbo',
  'Tiny',
  'Cloud',
  'Desert',
  'Shadow',
  'Crystal',
  'Lucky',
  'Magma',
  'Galaxy',
  'Farm',
  'Cyber',
  'Sakura',
  'Arctic',
  'Thunder',
] as const satisfies readonly [string, ...string[]]

const KINDS = [
  'Tycoon',
  'Simulator',
  'Obby',
  'Defense',
  'Legends',
  'Island',
  'Racing',
  'Survival',
  'Clicker',
  'Roleplay',
  'Escape',
  'Wars',
  'Quest',
  'Factory',
  'Kingdom',
  'Battles',
  'Hangout',
  'Adventures',
  'Heroes',
  'Arena',
  'Town',
  'Rush',
  'Story',
] as const satisfies readonly [string, ...string[]]

const EMOJIS = ['🐉', '🍕', '⚔️', '🌊', '🤖', '🍬', '🔥', '✨', '👑', '🎉'] as const satisfies readonly [
  string,
  ...string[],
]

const decorate = (plain: string, chance: number): string => {
  const emoji = pick(EMOJIS, chance >>> 8)
  switch (chance % 7) {
    case 0:
      return `[UPDATE ${1 + ((chance >>> 4) % 40)}] ${plain}`
    case 1:
      return `${plain} ${emoji}`
    case 2:
      return `[${emoji}NEW] ${plain}!`
    case 3:
      return `${emoji} ${plain} (Beta)`
    default:
      return plain
  }
}

/** 31 themes and 23 kinds are coprime, so the plain names of 713 successive games differ; beyond that, a number makes names unique. */
export const gameName = (seed: number, index: number): string => {
  const n = index + (hash(seed, 1) % 713)
  const round = Math.floor(index / 713)
  const plain = `${pick(THEMES, n)} ${pick(KINDS, n)}${round === 0 ? '' : ` ${round + 1}`}`
  return decorate(plain, hash(seed, index, 2))
}
