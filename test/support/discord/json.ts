// Narrows the types of received JSON, and makes snowflake ids.
import type { Json } from './types.js'

const DISCORD_EPOCH = 1_420_070_400_000

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asRecord = (value: unknown): Json => (isRecord(value) ? value : {})

export const recordsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : [])

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

export const asNumber = (value: unknown): number => (typeof value === 'number' ? value : 0)

let counter = 0n

/** The id contains the time of its creation, as Discord's do, because discord.js reads `createdAt` from it. */
export function makeSnowflake(): string {
  counter = (counter + 1n) % 4_194_304n
  return ((BigInt(Date.now() - DISCORD_EPOCH) << 22n) | counter).toString()
}
