// The old catalog item, every field of LEGACY-10 in its order. What today's platform no longer has, or tells only
// item by item, is its typed empty value (LEGACY-10).
import type { AudioAsset } from '../../domain/ports/look-ups.js'
import { relativeTime } from './relative-time.js'

/** The old meanings of PriceView (PLATFORM-21). */
const FREE = 0
const HAS_PRICE = 2
const NOT_FOR_SALE = 3

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
  PriceView: !sound.isForSale ? NOT_FOR_SALE : sound.price === null ? FREE : HAS_PRICE,
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
  // The four vendor fields. LEGACY-10 leaves their names open; these are the names of the platform's own example of
  // the old item (PLATFORM-21, "Old item": the official documents' answer of search…/catalog/json).
  IosOverlayUrl: null,
  XboxOverlayUrl: null,
  GooglePlayOverlayUrl: null,
  AmazonOverlayUrl: null,
}

const oldDate = (milliseconds: number): string => `/Date(${milliseconds})/`
