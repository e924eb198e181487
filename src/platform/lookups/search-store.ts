// PLATFORM-19: the documented audio search.
import type { AudioAsset } from '../../domain/ports/lookups.js'
import { PlatformFailure } from '../failure.js'
import type { Deadline } from '../outgoing/deadline.js'
import { type AudioSearchRow, audioSearchAnswer, audioSearchRow } from '../schemas/audio.js'
import type { LookupClient } from './client.js'
import { creatorAddress, readableRows, SOUND_PAGE_SIZE, soundAddress } from './rows.js'

const PATH = '/toolbox-service/v2/assets:search'

export async function searchStore(client: LookupClient, keyword: string, deadline: Deadline): Promise<AudioAsset[]> {
  const body = {
    searchCategoryType: 'Audio',
    query: keyword,
    maxPageSize: SOUND_PAGE_SIZE,
    pageNumber: 0,
    sortCategory: 'Relevance',
    sortDirection: 'None',
    // Set explicitly, because the default of true hides what users made (PLATFORM-19).
    includeOnlyVerifiedCreators: false,
    searchView: 'Full',
    audioSearchFilters: { audioTypes: ['Music'] },
  }
  const call = { endpoint: 'apis:assets-search', service: 'apis', path: PATH, method: 'POST' as const, body, tries: 2 }
  const { creatorStoreAssets } = await client.ask({ ...call, answer: audioSearchAnswer }, deadline)
  const rows = readableRows(creatorStoreAssets, audioSearchRow)
  if (rows.length === 0 && creatorStoreAssets.length > 0) {
    throw new PlatformFailure('garbage', 'None of the sounds found is of the expected form.')
  }
  return rows.map(soundOf)
}

function soundOf({ asset, creator, creatorStoreProduct }: AudioSearchRow): AudioAsset {
  const { userId, groupId, name } = creator
  return {
    id: asset.id,
    name: asset.name,
    description: asset.description ?? '',
    address: soundAddress(asset.id),
    assetType: asset.assetTypeId,
    creator: {
      id: userId ?? groupId ?? 0,
      name,
      address: userId ? creatorAddress('user', userId) : groupId ? creatorAddress('group', groupId) : '',
    },
    createdAt: Date.parse(asset.createTime),
    updatedAt: Date.parse(asset.updateTime),
    isForSale: creatorStoreProduct?.purchasable ?? false,
    price: priceOf(creatorStoreProduct?.purchasePrice?.quantity),
    productId: null,
    pictureAddress: null,
  }
}

/** The platform sends decimals as a significand and an exponent: 499 and -2 are 4.99. */
const priceOf = (
  quantity: { readonly significand: number; readonly exponent: number } | null | undefined,
): string | null =>
  quantity && quantity.significand > 0 ? `${Number(`${quantity.significand}e${quantity.exponent}`)}` : null
