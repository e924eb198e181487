// Users, generated from their id alone. The last digits select a case for tests and demos: …9 does not exist; …8 is banned; …0 has no
// past names (but …000 has 60); …5000 has 2,100 games; …500 has 120 games.
import { hash, keyOf, pick } from './hash.js'

export interface Person {
  readonly id: number
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly created: string
  readonly isBanned: boolean
}

const FIRST = ['Neo', 'Red', 'Ice', 'Max', 'Sky', 'Zed', 'Pix', 'Odd', 'Big', 'Sly'] as const satisfies readonly [
  string,
  ...string[],
]
const LAST = ['Fox', 'Owl', 'Cat', 'Bee', 'Ant', 'Yak', 'Elk', 'Ram', 'Jay', 'Cod', 'Emu'] as const satisfies readonly [
  string,
  ...string[],
]
const LAST_ID = 9_999_999_999

/** The name contains the id, so that the user of a name is found without a table. */
export const userNameOf = (seed: number, id: number): string => {
  const key = keyOf(seed, id)
  return `${pick(FIRST, key)}${pick(LAST, key >>> 8)}${id}`
}

export const findPerson = (seed: number, id: number): Person | undefined => {
  if (!Number.isSafeInteger(id) || id < 1 || id > LAST_ID || id % 10 === 9) return undefined
  const key = keyOf(seed, id)
  const name = userNameOf(seed, id)
  return {
    id,
    name,
    displayName: key % 3 === 0 ? `${pick(FIRST, key)} ✨` : name,
    description: key % 4 === 0 ? '' : `Hello, I am ${name}.`,
    created: new Date(Date.UTC(2008, 0, 1) + (key % 5_000) * 86_400_000 + (key % 86_400_000)).toISOString(),
    isBanned: id % 10 === 8,
  }
}

/** The past names of a user, oldest first. */
export const pastNamesOf = (seed: number, id: number): string[] => {
  const count = id % 1_000 === 0 ? 60 : id % 10 === 0 ? 0 : 1 + (id % 4)
  const start = hash(seed, id, 60) % 110
  // 10 and 11 are coprime, so 110 names differ before one repeats. The underscore distinguishes them from the current name.
  return Array.from({ length: count }, (_, i) => `${pick(FIRST, start + i)}${pick(LAST, start + i)}_${id}`)
}

/** Finds a user by the current name or a past one, ignoring case. */
export const findPersonByName = (seed: number, name: string): Person | undefined => {
  const digits = /\d{1,10}$/.exec(name)?.[0]
  const person = digits === undefined ? undefined : findPerson(seed, Number(digits))
  if (!person) return undefined
  const names = [person.name, ...pastNamesOf(seed, person.id)]
  return names.some((known) => known.toLowerCase() === name.toLowerCase()) ? person : undefined
}

/** The number of small games that a user has in addition to the games of the world. */
export const ownGameCount = (id: number): number => {
  if (id % 10_000 === 5_000) return 2_100
  if (id % 1_000 === 500) return 120
  return id % 7 === 0 ? 0 : id % 6
}
