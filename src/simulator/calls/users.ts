// PLATFORM-14, PLATFORM-15, PLATFORM-25: users by id and by name, their past names and their presence.
import { z } from 'zod'
import { ok, readId, reject, type SimulatorCall } from '../call.js'
import { limitOf, pageOf } from '../paging.js'
import { keyOf } from '../world/hash.js'
import { findPerson, findPersonByName, type Person, pastNamesOf } from '../world/people.js'

const findByText = (seed: number, text: string | undefined): Person => {
  const id = readId(text)
  const person = id === undefined ? undefined : findPerson(seed, id)
  if (!person) throw reject(404, 3, 'The user id is invalid.')
  return person
}

const shortOf = ({ id, name, displayName }: Person): object => ({ hasVerifiedBadge: id === 1, id, name, displayName })

export const user: SimulatorCall = {
  method: 'GET',
  path: '/users/v1/users/{userId}',
  limit: { count: 30, seconds: 60 },
  answer({ params }, { world }) {
    const person = findByText(world.seed, params.userId)
    return ok({ ...person, externalAppDisplayName: null, hasVerifiedBadge: person.id === 1 })
  },
}

export const usernameHistory: SimulatorCall = {
  method: 'GET',
  path: '/users/v1/users/{userId}/username-history',
  limit: { count: 1, seconds: 60 },
  answer({ params, query }, { world }) {
    const id = readId(params.userId)
    const person = id === undefined ? undefined : findPerson(world.seed, id)
    if (!person) throw reject(400, 3, 'The user id is invalid.')
    const names = pastNamesOf(world.seed, person.id).map((name) => ({ name }))
    const order = query.get('sortOrder') === 'Desc' ? 'Desc' : 'Asc'
    if (order === 'Desc') names.reverse()
    return ok(pageOf(`names ${order} ${person.id}`, names, limitOf(query, [10, 25, 50, 100]), query.get('cursor')))
  },
}

const MAX_LISTED_USERS = 100

const namesBody = z.object({ usernames: z.array(z.string()), excludeBannedUsers: z.boolean().default(false) })

export const usersByName: SimulatorCall = {
  method: 'POST',
  path: '/users/v1/usernames/users',
  limit: { count: 500, seconds: 60 },
  answer({ body }, { world }) {
    const parsed = namesBody.safeParse(body)
    if (!parsed.success) throw reject(400, 0, 'The request body is invalid.')
    const { usernames, excludeBannedUsers } = parsed.data
    if (usernames.length > MAX_LISTED_USERS) throw reject(400, 2, 'Too many usernames.')
    const data = usernames.flatMap((requestedUsername) => {
      const person = findPersonByName(world.seed, requestedUsername)
      return person && !(excludeBannedUsers && person.isBanned) ? [{ requestedUsername, ...shortOf(person) }] : []
    })
    return ok({ data })
  },
}

const idsBody = z.object({ userIds: z.array(z.int()), excludeBannedUsers: z.boolean().default(false) })

export const usersById: SimulatorCall = {
  method: 'POST',
  path: '/users/v1/users',
  limit: { count: 1_000, seconds: 1 },
  answer({ body }, { world }) {
    const parsed = idsBody.safeParse(body)
    if (!parsed.success) throw reject(400, 0, 'The request body is invalid.')
    const { userIds, excludeBannedUsers } = parsed.data
    if (userIds.length > MAX_LISTED_USERS) throw reject(400, 1, 'Too many ids.')
    const data = [...new Set(userIds)].flatMap((id) => {
      const person = findPerson(world.seed, id)
      return person && !(excludeBannedUsers && person.isBanned) ? [shortOf(person)] : []
    })
    return ok({ data })
  },
}

const MAX_PRESENCE_USERS = 50

const presenceBody = z.object({ userIds: z.array(z.int()) })

/** Users hide their presence from most callers and then appear as 0 (offline), so the number of online users is a lower bound. */
export const presence: SimulatorCall = {
  method: 'POST',
  path: '/presence/v1/presence/users',
  limit: { count: 60, seconds: 60 },
  answer({ body }, { world }) {
    const parsed = presenceBody.safeParse(body)
    if (!parsed.success) throw reject(400, 0, 'The request body is invalid.')
    if (parsed.data.userIds.length > MAX_PRESENCE_USERS)
      throw reject(400, 2, 'Too many User Ids being sent in the request.')
    const people = parsed.data.userIds.filter((id) => findPerson(world.seed, id) !== undefined)
    return ok({
      userPresences: people.map((userId) => ({
        userPresenceType: keyOf(world.seed, userId) % 5 === 0 ? 1 : 0,
        lastLocation: 'Website',
        placeId: null,
        rootPlaceId: null,
        gameId: null,
        universeId: null,
        userId,
      })),
    })
  },
}
