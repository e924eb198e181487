// Builds the old catalog item with every field of LEGACY-10 in its order. Fields that the current platform does not
// have, or returns only item by item, have the empty value of their type (LEGACY-10).

import type { Clock } from '../../domain/clock.js'
import type { AudioAsset, Lookups, LookupValue } from '../../domain/ports/lookups.js'
import { relativeTime } from './relative-time.js'

/** The former values of PriceView (PLATFORM-21). */
const FREE_CODE = 0
const HAS_PRICE_CODE = 2
const NOT_FOR_SALE_CODE = 3

export type CatalogItem = ReturnType<typeof catalogItemOf>

export const catalogItemOf = (sound: AudioAsset, now: number) => ({
  AssetId: sound.id,
  Name: sound.name,
  Description: sound.description,
  AbsoluteUrl: sound.address,
  Price: sound.price ?? '',
  Updated: relativeTime(sound.updatedAt, now),
  Favorited: '',
  Sales: '',
  Remaining: '',
  Creator: sound.creator.name,
  CreatorAbsoluteUrl: sound.creator.address,
  PrivateSales: '',
  PriceView: !sound.isForSale ? NOT_FOR_SALE_CODE : sound.price === null ? FREE_CODE : HAS_PRICE_CODE,
  BestPrice: '',
  ContentRatingTypeID: 0,
  IsServerSideThumbnailLookupInCatalogEnabled: false,
  AudioUrl: null,
  IsLargeItem: false,
  IsThumbnailFinal: sound.pictureAddress !== null,
  IsThumbnailUnapproved: false,
  ThumbnailUrl: sound.pictureAddress ?? '',
  ...NO_OVERLAYS,
  IsTransparentBackground: false,
  AssetTypeID: sound.assetType,
  CreatorID: sound.creator.id,
  CreatedDate: oldDate(sound.createdAt),
  UpdatedDate: oldDate(sound.updatedAt),
  IsForSale: sound.isForSale,
  IsPublicDomain: false,
  IsLimited: false,
  IsLimitedUnique: false,
  MinimumMembershipLevel: 0,
  OffSaleDeadline: null,
  ProductId: sound.productId ?? 0,
})

const NO_OVERLAYS = {
  BcOverlayUrl: null,
  LimitedOverlayUrl: null,
  DeadlineOverlayUrl: null,
  LimitedAltText: null,
  NewOverlayUrl: null,
  SaleOverlayUrl: null,
  // The four vendor fields. LEGACY-10 does not name them; these names are from the platform's own example of the old
  // item (PLATFORM-21, "Old item": the official documents' answer of search…/catalog/json).
  IosOverlayUrl: null,
  XboxOverlayUrl: null,
  GooglePlayOverlayUrl: null,
  AmazonOverlayUrl: null,
}

const oldDate = (milliseconds: number): string => `/Date(${milliseconds})/`

/** Searches the audio catalog by keyword, and returns items in the format of old clients. */
export function createMusic({ lookups, clock }: { lookups: Lookups; clock: Clock }) {
  return async (keyword: string): Promise<LookupValue<CatalogItem[]>> => {
    const { value, isStale } = await lookups.sounds(keyword)
    const now = clock.now()
    return { value: (value ?? []).map((sound) => catalogItemOf(sound, now)), isStale }
  }
}
