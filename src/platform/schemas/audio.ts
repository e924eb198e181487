// Schemas of the responses about audio assets: two searches, details and counts.
import { z } from 'zod'
import { wireCount, wireDate, wireId } from './wire.js'

/** PLATFORM-19: the envelope of the documented search. */
export const audioSearchAnswer = z.object({
  nextPageToken: z.string().nullish(),
  totalResults: wireCount.optional(),
  creatorStoreAssets: z.array(z.unknown()),
})

/** PLATFORM-19: a found asset. */
export const audioSearchRow = z.object({
  creator: z.object({ userId: wireId.nullish(), groupId: wireId.nullish(), name: z.string() }),
  creatorStoreProduct: z
    .object({
      purchasable: z.boolean().optional(),
      purchasePrice: z
        .object({ quantity: z.object({ significand: z.int(), exponent: z.int() }).nullish() })
        .nullish()
        .catch(null),
    })
    .nullish(),
  asset: z.object({
    id: wireId,
    name: z.string(),
    description: z.string().nullish(),
    assetTypeId: wireCount,
    createTime: wireDate,
    updateTime: wireDate,
    durationSeconds: z.number().nonnegative().nullish(),
  }),
})
export type AudioSearchRow = z.infer<typeof audioSearchRow>

/** PLATFORM-20: a row of the undocumented search, which has only an id. */
export const marketplaceRow = z.object({ id: wireId })

/** PLATFORM-20: a row of the details of found assets. The `type` of a creator is 1 for a user and 2 for a group. */
export const assetDetailsRow = z.object({
  asset: z.object({
    id: wireId,
    name: z.string(),
    typeId: wireCount,
    description: z.string().nullish(),
    duration: z.number().nonnegative().nullish(),
    createdUtc: wireDate,
    updatedUtc: wireDate,
  }),
  creator: z.object({ id: wireId, name: z.string(), type: z.int() }),
  product: z
    .object({ productId: wireCount.nullish(), price: wireCount.nullish(), isForSaleOrIsPublicDomain: z.boolean() })
    .nullish(),
})
export type AssetDetailsRow = z.infer<typeof assetDetailsRow>

/** PLATFORM-21: the marketplace details of one asset. */
export const assetEconomy = z.object({
  AssetId: wireId,
  ProductId: wireCount.nullish(),
  Name: z.string(),
  AssetTypeId: wireCount,
  PriceInRobux: wireCount.nullish(),
  Sales: wireCount.nullish(),
  IsForSale: z.boolean(),
  IsPublicDomain: z.boolean(),
  IsLimited: z.boolean(),
  IsLimitedUnique: z.boolean(),
  Remaining: wireCount.nullish(),
  MinimumMembershipLevel: wireCount,
  ContentRatingTypeId: wireCount,
})

/** PLATFORM-21: how many users made an asset a favorite, as a bare integer. */
export const favoritesCount = wireCount
