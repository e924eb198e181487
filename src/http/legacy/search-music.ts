// Assets/SearchMusic: searches the audio marketplace by a keyword and returns a bare array of legacy catalog items.
import { z } from 'zod'
import { line } from './inputs.js'
import { lookUp } from './look-up.js'

const overlay = z.string().nullable()
const oldDate = z.string().regex(/^\/Date\(-?\d+\)\/$/)

const catalogItem = z.strictObject({
  AssetId: z.int(),
  Name: z.string(),
  Description: z.string(),
  AbsoluteUrl: z.url(),
  Price: z.string(),
  Updated: z.string(),
  Favorited: z.string(),
  Sales: z.string(),
  Remaining: z.string(),
  Creator: z.string(),
  CreatorAbsoluteUrl: z.union([z.url(), z.literal('')]),
  PrivateSales: z.string(),
  PriceView: z.int(),
  BestPrice: z.string(),
  ContentRatingTypeID: z.int(),
  IsServerSideThumbnailLookupInCatalogEnabled: z.boolean(),
  AudioUrl: z.string().nullable(),
  IsLargeItem: z.boolean(),
  IsThumbnailFinal: z.boolean(),
  IsThumbnailUnapproved: z.boolean(),
  ThumbnailUrl: z.union([z.url(), z.literal('')]),
  BcOverlayUrl: overlay,
  LimitedOverlayUrl: overlay,
  DeadlineOverlayUrl: overlay,
  LimitedAltText: overlay,
  NewOverlayUrl: overlay,
  SaleOverlayUrl: overlay,
  IosOverlayUrl: overlay,
  XboxOverlayUrl: overlay,
  GooglePlayOverlayUrl: overlay,
  AmazonOverlayUrl: overlay,
  IsTransparentBackground: z.boolean(),
  AssetTypeID: z.int(),
  CreatorID: z.int(),
  CreatedDate: oldDate,
  UpdatedDate: oldDate,
  IsForSale: z.boolean(),
  IsPublicDomain: z.boolean(),
  IsLimited: z.boolean(),
  IsLimitedUnique: z.boolean(),
  MinimumMembershipLevel: z.int(),
  OffSaleDeadline: z.string().nullable(),
  ProductId: z.int(),
})

export const searchMusic = lookUp({
  // The last segment is optional, so that a request without it gets an error that names the missing parameter.
  paths: ['/Assets/SearchMusic{/:keyword}', '/Users/SearchMusic{/:keyword}'],
  inTurn: true,
  input: z.object({ keyword: line(100) }),
  response: z.array(catalogItem),
  handle: ({ keyword }, { lookUp }) => lookUp.music(keyword),
})
