// PLATFORM-22: URLs of thumbnails, and the thumbnails themselves.
import {
  type CallRequest,
  type CallResponse,
  commaList,
  notFound,
  ok,
  readId,
  readIds,
  type SimulatorCall,
} from '../call.js'
import type { ThumbnailState } from '../options.js'
import { drawPicture } from '../picture.js'
import type { Simulation } from '../simulation.js'
import { gameThumbnailState, readSize, THUMBNAIL_IDS, thumbnailOf } from '../thumbnail.js'
import type { SimulatedGame } from '../world/game.js'
import { findGroup } from '../world/groups.js'
import { hash } from '../world/hash.js'
import { findPerson } from '../world/people.js'
import { findSound } from '../world/sounds.js'

interface Kind {
  readonly parameter: string
  readonly sizes: string
  knows(simulation: Simulation, id: number): boolean
}

const GAME: Kind = {
  parameter: 'universeIds',
  sizes: '50x50 128x128 150x150 256x256 420x420 512x512',
  knows: (simulation, id) => simulation.game(id) !== undefined,
}
const PERSON: Kind = {
  parameter: 'userIds',
  sizes: '48x48 50x50 60x60 75x75 100x100 110x110 150x150 180x180 352x352 420x420 720x720',
  knows: ({ world }, id) => findPerson(world.seed, id) !== undefined,
}
const GROUP: Kind = {
  parameter: 'groupIds',
  sizes: '150x150 420x420',
  knows: ({ world }, id) => findGroup(world.seed, id) !== undefined,
}
const ASSET: Kind = {
  parameter: 'assetIds',
  sizes: '50x50 75x75 110x110 140x140 150x150 250x250 420x420 512x512 700x700',
  knows: ({ world }, id) => findSound(world.seed, id) !== undefined,
}

/** Hidden games and moderated groups have a row without a picture, and tests choose the state of a game's. */
const stateOf = (kind: Kind, simulation: Simulation, id: number): ThumbnailState => {
  if (kind === GAME) return gameThumbnailState(simulation, id)
  return kind === GROUP && id % 10 === 7 ? 'Blocked' : 'Completed'
}

const answerRows = (kind: Kind, { query, origin }: CallRequest, simulation: Simulation): CallResponse => {
  const ids = readIds(commaList(query, kind.parameter), THUMBNAIL_IDS)
  const size = readSize(query, kind.sizes, '150x150')
  const known = ids.filter((id) => kind.knows(simulation, id))
  return ok({ data: known.map((id) => thumbnailOf(origin, { id, size, state: stateOf(kind, simulation, id) })) })
}

const rows = (path: string, kind: Kind, perMinute: number): SimulatorCall => ({
  method: 'GET',
  path,
  limit: { count: perMinute, seconds: 60 },
  answer: (request, simulation) => answerRows(kind, request, simulation),
})

export const gameIcons = rows('/thumbnails/v1/games/icons', GAME, 1_200)
export const headshots = rows('/thumbnails/v1/users/avatar-headshot', PERSON, 120)
export const groupIcons = rows('/thumbnails/v1/groups/icons', GROUP, 100)
/** A game has up to five thumbnails of its own; a game without any gets a common one, unless `defaults` is false. */
const thumbnailsOf = (
  { universeId, key }: SimulatedGame,
  { query, origin }: CallRequest,
  { size, state }: { readonly size: string; readonly state: ThumbnailState },
) => {
  const maxCount = readId(query.get('countPerUniverse') ?? '1') ?? 1
  const ownCount = key % 6
  const available = ownCount === 0 && query.get('defaults') !== 'false' ? 1 : ownCount
  return Array.from({ length: Math.min(maxCount, available) }, (_, index) =>
    thumbnailOf(origin, { id: 1_000_000_000 + (hash(key, index, universeId) % 1_000_000_000), size, state }),
  )
}

export const gameThumbnails: SimulatorCall = {
  method: 'GET',
  path: '/thumbnails/v1/games/multiget/thumbnails',
  limit: { count: 100, seconds: 60 },
  answer(request, simulation) {
    const ids = readIds(commaList(request.query, 'universeIds'), THUMBNAIL_IDS)
    const size = readSize(request.query, '768x432 576x324 480x270 384x216 256x144', '768x432')
    return ok({
      data: ids.flatMap((universeId) => {
        const game = simulation.game(universeId)
        if (!game) return []
        const thumbnails = thumbnailsOf(game, request, { size, state: gameThumbnailState(simulation, universeId) })
        return [{ universeId, error: null, thumbnails }]
      }),
    })
  },
}

export const assetPictures = rows('/thumbnails/v1/assets', ASSET, 1_200)

/** Not a call of the platform: it replaces the image host to which the platform's URLs point. */
export const picture: SimulatorCall = {
  method: 'GET',
  path: '/thumbnails/picture/{id}/{size}',
  answer({ params }) {
    const id = readId(params.id)
    const [width, height] = (params.size ?? '').split('x').map(Number)
    if (id === undefined || !width || !height || !(width <= 768 && height <= 768)) return notFound
    return { status: 200, type: 'image/png', body: drawPicture(id, width, height) }
  },
}
