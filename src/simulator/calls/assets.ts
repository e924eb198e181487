// PLATFORM-21: the marketplace details of one asset in the platform's legacy format, and its number of favorites.
import { ok, readId, reject, type SimulatorCall } from '../call.js'
import { findSound, type SimulatedAudio } from '../world/sounds.js'

const soundOf = (seed: number, text: string | undefined): SimulatedAudio => {
  const id = readId(text)
  const sound = id === undefined ? undefined : findSound(seed, id)
  if (!sound) throw reject(400, 20, 'AssetId is invalid.')
  return sound
}

export const assetEconomyCall: SimulatorCall = {
  method: 'GET',
  path: '/economy/v2/assets/{assetId}/details',
  limit: { count: 1_000, seconds: 60 },
  answer({ params }, { world }) {
    const sound = soundOf(world.seed, params.assetId)
    const { id, name, type } = sound.creator
    return ok({
      TargetId: sound.id,
      ProductType: 'User Product',
      AssetId: sound.id,
      ProductId: sound.id - 1_000_000_000,
      Name: sound.name,
      Description: sound.description,
      AssetTypeId: 3,
      // For a group, `Id` is a hidden account, and `CreatorTargetId` is the group.
      Creator: {
        Id: type === 'Group' ? id + 1 : id,
        Name: name,
        CreatorType: type,
        CreatorTargetId: id,
        HasVerifiedBadge: false,
      },
      IconImageAssetId: 0,
      Created: sound.created,
      Updated: sound.updated,
      PriceInRobux: sound.price > 0 ? sound.price : null,
      PriceInTickets: null,
      Sales: sound.favorites * 3,
      IsNew: false,
      IsForSale: sound.price > 0,
      IsPublicDomain: sound.price === 0,
      IsLimited: false,
      IsLimitedUnique: false,
      Remaining: null,
      MinimumMembershipLevel: 0,
      ContentRatingTypeId: 0,
    })
  },
}

export const assetFavorites: SimulatorCall = {
  method: 'GET',
  path: '/catalog/v1/favorites/assets/{assetId}/count',
  answer: ({ params }, { world }) => ok(soundOf(world.seed, params.assetId).favorites),
}
