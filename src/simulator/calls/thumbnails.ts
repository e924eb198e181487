// PLATFORM-22: URLs of thumbnails, and the thumbnails themselves.
import {
  type CallRequest,
  type CallResponse,
  commaList,
  notFound,
  ok,
  readId,
  readIds,
  reject,
  type SimulatorCall,
} from '../call.js'
import { drawPicture } from '../picture.js'
import type { Simulation } from '../simulation.js'
import { findGroup } from '../world/groups.js'
import { findPerson } from '../world/people.js'
import { findSound } from '../world/sounds.js'

const IDS = {
  most: 100,
  malformed: reject(400, 4, 'The requested Ids are invalid, of an invalid type or missing.'),
  tooMany: reject(400, 1, 'There are too many requested Ids.'),
}

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

/** Hidden games and moderated groups have a row without a picture. */
const isBlocked = (kind: Kind, simulation: Simulation, id: number): boolean =>
  (kind === GAME && simulation.hidden.has(id)) || (kind === GROUP && id % 10 === 7)

const answerRows = (kind: Kind, { query, origin }: CallRequest, simulation: Simulation): CallResponse => {
  const ids = readIds(commaList(query, kind.parameter), IDS)
  const size = query.get('size') ?? '150x150'
  if (!kind.sizes.split(' ').includes(size))
    throw reject(
      400,
      3,
      'The requested size is invalid. Please see documentation for valid thumbnail size parameter name and format.',
    )
  if (!['Png', 'Jpeg', 'Webp'].includes(query.get('format') ?? 'Png'))
    throw reject(400, 2, 'The requested image format is invalid. Please see documentation for valid image formats.')
  const known = ids.filter((id) => kind.knows(simulation, id))
  return ok({
    data: known.map((targetId) =>
      isBlocked(kind, simulation, targetId)
        ? { targetId, state: 'Blocked', imageUrl: '', version: 'TN3' }
        : {
            targetId,
            state: 'Completed',
            imageUrl: `${origin}/thumbnails/picture/${targetId}/${size}`,
            version: 'TN3',
          },
    ),
  })
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
