// PLATFORM-20: the older, undocumented audio search, which returns ids, and one call for the details of all of them.
import type { AudioAsset } from '../../domain/ports/lookups.js'
import { PlatformFailure } from '../failure.js'
import type { Deadline } from '../outgoing/deadline.js'
import { type AssetDetailsRow, assetDetailsRow, marketplaceRow } from '../schemas/audio.js'
import { listAnswer } from '../schemas/wire.js'
import type { LookupClient } from './client.js'
import { byKey, creatorAddress, readableRows, SOUND_PAGE_SIZE, soundAddress } from './rows.js'

const AUDIO_ASSET_CODE = 3
const MUSIC_CODE = 0
const GROUP_CREATOR_CODE = 2

export async function searchMarketplace(
  client: LookupClient,
  keyword: string,
  deadline: Deadline,
): Promise<AudioAsset[]> {
  const query = `keyword=${encodeURIComponent(keyword)}&limit=${SOUND_PAGE_SIZE}&audioTypes=${MUSIC_CODE}`
  const path = `/toolbox-service/v1/marketplace/${AUDIO_ASSET_CODE}?${query}&includeOnlyVerifiedCreators=false`
  const call = { endpoint: 'apis:marketplace', service: 'apis', path, answer: listAnswer }
  const ids = readableRows((await client.ask(call, deadline)).data, marketplaceRow).map(({ id }) => id)
  if (ids.length === 0) return []
  const details = await detailsOf(client, ids.slice(0, SOUND_PAGE_SIZE), deadline)
  // The order is that of the search results.
  return ids.flatMap((id) => {
    const row = details.get(id)
    return row ? [soundOf(row)] : []
  })
}

async function detailsOf(
  client: LookupClient,
  ids: readonly number[],
  deadline: Deadline,
): Promise<ReadonlyMap<number, AssetDetailsRow>> {
  const path = `/toolbox-service/v1/items/details?assetIds=${ids.join(',')}`
  const call = { endpoint: 'apis:items-details', service: 'apis', path, answer: listAnswer }
  const { rows } = byKey((await client.ask(call, deadline)).data, assetDetailsRow, ({ asset }) => asset.id)
  if (rows.size === 0) throw new PlatformFailure('garbage', 'None of the sounds found has readable details.')
  return rows
}

const soundOf = ({ asset, creator, product }: AssetDetailsRow): AudioAsset => ({
  id: asset.id,
  name: asset.name,
  description: asset.description ?? '',
  address: soundAddress(asset.id),
  assetType: asset.typeId,
  creator: {
    id: creator.id,
    name: creator.name,
    address: creatorAddress(creator.type === GROUP_CREATOR_CODE ? 'group' : 'user', creator.id),
  },
  createdAt: Date.parse(asset.createdUtc),
  updatedAt: Date.parse(asset.updatedUtc),
  isForSale: product?.isForSaleOrIsPublicDomain ?? false,
  price: product?.price ? `${product.price}` : null,
  productId: product?.productId ?? null,
  pictureAddress: null,
})
