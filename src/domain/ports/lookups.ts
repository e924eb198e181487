// The port of the live lookups that old clients request from the platform through Headcount. Their results are not
// stored.
import type { PrivateServers } from '../private-server.js'

/** A value, and whether it is an older one because the platform does not answer now. */
export interface LookupValue<T> {
  readonly value: T
  readonly isStale: boolean
}

export interface GroupFacts {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly ownerId: number | null
}

export interface UserFacts {
  readonly id: number
  readonly name: string
}

/** An audio asset of the platform's catalog. */
export interface AudioAsset {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly address: string
  readonly assetType: number
  readonly creator: { readonly id: number; readonly name: string; readonly address: string }
  /** Milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly isForSale: boolean
  /** Decimal digits; null if it is free or unknown. */
  readonly price: string | null
  readonly productId: number | null
  /** Null if there is no picture, or none yet. */
  readonly pictureAddress: string | null
}

/** A game that the platform's search found. */
export interface GameSearchResult {
  readonly universeId: number
  readonly name: string
  readonly creatorName: string | null
  readonly players: number
}

/** `undefined` means that it does not exist on the platform. */
export interface Lookups {
  group(id: number): Promise<LookupValue<GroupFacts | undefined>>
  userById(id: number): Promise<LookupValue<UserFacts | undefined>>
  /** Finds a user by the current name or a previous one. */
  userByName(name: string): Promise<LookupValue<UserFacts | undefined>>
  /** False is uncertain: the platform hides the presence of most users from strangers. */
  isOnline(userId: number): Promise<LookupValue<boolean | undefined>>
  /** Without the current name, newest first. */
  pastNames(userId: number): Promise<LookupValue<readonly string[] | undefined>>
  /** Games by name, the platform's best match first. */
  games(text: string): Promise<LookupValue<readonly GameSearchResult[] | undefined>>
  sounds(keyword: string): Promise<LookupValue<readonly AudioAsset[] | undefined>>
  /** The live total over the public games of a user. */
  visits(userId: number): Promise<LookupValue<number | undefined>>
  readonly privateServers: PrivateServers
  close(): Promise<void>
}
