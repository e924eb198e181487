// The port of the live look-ups: what old clients ask of the platform by way of Headcount. Nothing of it is stored.
import type { PrivateServers } from '../private-server.js'

/** An answer, and whether it is an older one because the platform gives none now. */
export interface LookUpValue<T> {
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

/** A piece of audio in the platform's shop. */
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
  /** As a number in digits; null where it is free or not told. */
  readonly price: string | null
  readonly productId: number | null
  /** Null where there is no picture, or none yet. */
  readonly pictureAddress: string | null
}

/** `undefined`: the platform knows no such thing. */
export interface LookUps {
  group(id: number): Promise<LookUpValue<GroupFacts | undefined>>
  userById(id: number): Promise<LookUpValue<UserFacts | undefined>>
  /** By a present or a past name. */
  userByName(name: string): Promise<LookUpValue<UserFacts | undefined>>
  /** A lower bound: strangers are mostly told "no". */
  isOnline(userId: number): Promise<LookUpValue<boolean | undefined>>
  /** Without the present one, newest first. */
  pastNames(userId: number): Promise<LookUpValue<readonly string[] | undefined>>
  sounds(keyword: string): Promise<LookUpValue<readonly AudioAsset[] | undefined>>
  /** The live total over the public games of a user. */
  visits(userId: number): Promise<LookUpValue<number | undefined>>
  readonly privateServers: PrivateServers
  close(): Promise<void>
}
