// PLATFORM-19, PLATFORM-20: the two audio searches, and the details that the older search does not return.
import { z } from 'zod'
import { CallRejection, commaList, ok, readId, readIds, reject, type SimulatorCall } from '../call.js'
import { pageOf } from '../paging.js'
import { findSound, type SimulatedAudio, searchSounds } from '../world/sounds.js'

const votingOf = ({ upVotes, downVotes }: SimulatedAudio): object => ({
  showVotes: true,
  upVotes,
  downVotes,
  canVote: false,
  userVote: null,
  hasVoted: false,
  voteCount: upVotes + downVotes,
  upVotePercent: Math.round((100 * upVotes) / Math.max(1, upVotes + downVotes)),
})

const storeAssetOf = (sound: SimulatedAudio): object => {
  const { id, type, name } = sound.creator
  return {
    voting: votingOf(sound),
    creator: {
      creator: `${type.toLowerCase()}/${id}`,
      userId: type === 'User' ? id : null,
      groupId: type === 'Group' ? id : null,
      name,
      verified: false,
    },
    creatorStoreProduct: {
      purchasePrice: { currencyCode: 'USD', quantity: { significand: sound.price, exponent: 0 } },
      purchasable: true,
    },
    asset: {
      id: sound.id,
      name: sound.name,
      description: sound.description,
      assetTypeId: 3,
      socialLinks: [],
      createTime: sound.created,
      updateTime: sound.updated,
      creatingUniverseId: null,
      categoryPath: null,
      durationSeconds: sound.seconds,
      artist: sound.artist,
      title: sound.name,
      ...(sound.isMusic ? { album: '', genre: sound.genre } : { category: 'Effects', subcategory: '' }),
    },
  }
}

const searchBody = z.object({
  searchCategoryType: z.literal('Audio'),
  query: z.string().default(''),
  maxPageSize: z.int().min(1).max(100).default(30),
  pageNumber: z.int().nonnegative().optional(),
  pageToken: z.string().optional(),
  includeOnlyVerifiedCreators: z.boolean().default(true),
  audioSearchFilters: z.object({ audioTypes: z.array(z.string()).optional() }).optional(),
})

const invalidArgument = (message: string): CallRejection =>
  new CallRejection({ status: 400, body: { code: 'INVALID_ARGUMENT', message } })

/** PLATFORM-19. Here every group is verified and no user is. */
const byCreators = (sounds: SimulatedAudio[], isVerifiedOnly: boolean): SimulatedAudio[] =>
  isVerifiedOnly ? sounds.filter(({ creator }) => creator.type === 'Group') : sounds

const ofTypes = (sounds: SimulatedAudio[], types: readonly string[] | undefined): SimulatedAudio[] =>
  types === undefined || types.length === 0
    ? sounds
    : sounds.filter(({ isMusic }) => types.includes(isMusic ? 'Music' : 'SoundEffect'))

export const audioSearch: SimulatorCall = {
  method: 'POST',
  path: '/apis/toolbox-service/v2/assets:search',
  limit: { count: 1_000, seconds: 60 },
  answer({ body }, { world }) {
    const parsed = searchBody.safeParse(body)
    if (!parsed.success) throw invalidArgument('The request is invalid.')
    const { query, maxPageSize, pageNumber, pageToken, includeOnlyVerifiedCreators, audioSearchFilters } = parsed.data
    if (pageNumber !== undefined && pageToken !== undefined) throw invalidArgument('pageToken or pageNumber, not both.')
    const sounds = byCreators(
      ofTypes(searchSounds(world.seed, query), audioSearchFilters?.audioTypes),
      includeOnlyVerifiedCreators,
    )
    const offset = pageToken === undefined ? (pageNumber ?? 0) * maxPageSize : readId(pageToken)
    if (offset === undefined || offset < 0) throw invalidArgument('The pageToken is invalid.')
    const end = offset + maxPageSize
    return ok({
      nextPageToken: end < sounds.length ? String(end) : null,
      totalResults: sounds.length,
      queryFacets: { appliedFacets: [], availableFacets: [] },
      creatorStoreAssets: sounds.slice(offset, end).map(storeAssetOf),
    })
  },
}

const AUDIO_CATEGORY = '3'

export const marketplace: SimulatorCall = {
  method: 'GET',
  path: '/apis/toolbox-service/v1/marketplace/{category}',
  answer({ params, query }, { world }) {
    const keyword = query.get('keyword') ?? ''
    const limit = readId(query.get('limit') ?? '30')
    if (limit === undefined || limit < 1 || limit > 100)
      throw reject(400, 0, 'The limit is invalid.', { field: 'limit' })
    const sounds = params.category === AUDIO_CATEGORY ? searchSounds(world.seed, keyword) : []
    const rows = sounds.map(({ id, name }) => ({ id, name, searchResultSource: 'Simulator' }))
    return ok({
      totalResults: rows.length,
      filteredKeyword: keyword,
      spellCheckerResult: { correctionState: 0, correctedQuery: null, userQuery: keyword },
      queryFacets: { appliedFacets: [], availableFacets: [] },
      imageSearchStatus: null,
      ...pageOf(`sounds ${keyword}`, rows, limit, query.get('cursor')),
    })
  },
}

const itemOf = (sound: SimulatedAudio): object => ({
  asset: {
    id: sound.id,
    name: sound.name,
    typeId: 3,
    description: sound.description,
    duration: sound.seconds,
    createdUtc: sound.created,
    updatedUtc: sound.updated,
    audioDetails: { audioType: sound.isMusic ? 'Music' : 'SoundEffect', artist: sound.artist, title: sound.name },
    isEndorsed: false,
    visibilityStatus: 0,
  },
  creator: { ...sound.creator, type: sound.creator.type === 'User' ? 1 : 2, isVerifiedCreator: false },
  voting: votingOf(sound),
  product: { productId: sound.id - 1_000_000_000, price: sound.price, isForSaleOrIsPublicDomain: true },
})

const ASSET_IDS = {
  maxIds: 30,
  malformed: reject(400, 0, 'The asset IDs are invalid.'),
  tooMany: reject(400, 0, 'Too many asset IDs were requested.'),
}

export const itemDetails: SimulatorCall = {
  method: 'GET',
  path: '/apis/toolbox-service/v1/items/details',
  answer({ query }, { world }) {
    const sounds = readIds(commaList(query, 'assetIds'), ASSET_IDS).map((id) => findSound(world.seed, id))
    return ok({ data: sounds.filter((sound) => sound !== undefined).map(itemOf) })
  },
}
