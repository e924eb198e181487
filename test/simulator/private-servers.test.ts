// Private servers: credential, token, price, and the way in.
import { describe, expect, it } from 'vitest'
import { legacyErrorBody } from '../../src/platform/schemas/errors.js'
import {
  privateServer,
  privateServerCreated,
  privateServersEnabled,
} from '../../src/platform/schemas/private-servers.js'
import type { SimulatorHandle } from '../../src/simulator/simulator.js'
import { ask, gameAt, type SimulatorResponse, send, simulate } from './ask.js'

const COOKIE = { cookie: '.ROBLOSECURITY=secret' }
const WISH = { name: 'Ours', expectedPrice: 0 }

const rejection = ({ status, json }: SimulatorResponse) => [status, legacyErrorBody.parse(json).errors[0]?.code]

const free = (simulator: SimulatorHandle) => gameAt(simulator, 0)

const tokenOf = async (simulator: SimulatorHandle): Promise<string> => {
  const { headers } = await send(simulator, 'games/v1/games/vip-servers/1', WISH, COOKIE)
  return headers.get('x-csrf-token') ?? ''
}

/** Creates with everything in order but what is wished otherwise. */
const create = async (
  simulator: SimulatorHandle,
  universeId: number,
  wish: object = WISH,
): Promise<SimulatorResponse> =>
  send(simulator, `games/v1/games/vip-servers/${universeId}`, wish, {
    ...COOKIE,
    'x-csrf-token': await tokenOf(simulator),
  })

describe('creating a private server', () => {
  it('takes a cookie, then a token that the first rejection hands out', async () => {
    const simulator = await simulate({ cookie: 'secret' })
    const path = `games/v1/games/vip-servers/${free(simulator).universeId}`
    const stranger = await send(simulator, path, WISH)
    expect([...rejection(stranger), stranger.headers.get('x-csrf-token')]).toEqual([401, 9002, null])
    expect(rejection(await send(simulator, path, WISH, { cookie: '.ROBLOSECURITY=wrong' }))).toEqual([401, 9002])
    const first = await send(simulator, path, WISH, COOKIE)
    const token = first.headers.get('x-csrf-token') ?? ''
    expect(rejection(first)).toEqual([403, 0])
    const second = await send(simulator, path, WISH, { ...COOKIE, 'x-csrf-token': token })
    expect(privateServerCreated.parse(second.json)).toMatchObject({ name: 'Ours', vipServerId: expect.any(Number) })
    simulator.rotateCsrf()
    const old = await send(simulator, path, WISH, { ...COOKIE, 'x-csrf-token': token })
    expect(old.status).toBe(403)
    expect(old.headers.get('x-csrf-token')).not.toBe(token)
  })

  it('rejects another price, games without private servers, bad names and unknown games', async () => {
    const simulator = await simulate()
    expect(rejection(await create(simulator, gameAt(simulator, 3).universeId))).toEqual([400, 15])
    expect(rejection(await create(simulator, gameAt(simulator, 4).universeId))).toEqual([400, 8])
    expect(rejection(await create(simulator, 1))).toEqual([404, 4])
    const { universeId } = free(simulator)
    expect(rejection(await create(simulator, universeId, { ...WISH, name: 'x'.repeat(51) }))).toEqual([400, 10])
    for (const [index, allowed] of [
      [0, true],
      [4, false],
    ] as const) {
      const path = `games/v1/private-servers/enabled-in-universe/${gameAt(simulator, index).universeId}`
      expect(privateServersEnabled.parse((await ask(simulator, path)).json).privateServersEnabled).toBe(allowed)
    }
  })

  it('creates one server for one idempotency key, and two without', async () => {
    const simulator = await simulate()
    const { universeId } = free(simulator)
    const id = async (wish: object) =>
      privateServerCreated.parse((await create(simulator, universeId, wish)).json).vipServerId
    const keyed = { ...WISH, idempotencyKey: 'k' }
    expect(await id(keyed)).toBe(await id(keyed))
    expect(await id(WISH)).not.toBe(await id(WISH))
  })
})

describe('a private server', () => {
  it('gets a link when a join code is asked for', async () => {
    const simulator = await simulate()
    const { universeId, placeId } = free(simulator)
    const { vipServerId } = privateServerCreated.parse((await create(simulator, universeId)).json)
    const path = `games/v1/vip-servers/${vipServerId}`
    expect(privateServer.parse((await ask(simulator, path, { headers: COOKIE })).json)).toMatchObject({
      joinCode: null,
      link: null,
    })
    const headers = { ...COOKIE, 'x-csrf-token': await tokenOf(simulator) }
    const changed = privateServer.parse((await send(simulator, path, { newJoinCode: true }, headers, 'PATCH')).json)
    expect(changed).toMatchObject({
      id: vipServerId,
      active: true,
      game: { id: universeId, rootPlace: { id: placeId } },
    })
    expect(changed.link).toContain(`/games/${placeId}?privateServerLinkCode=${changed.joinCode}`)
    const again = privateServer.parse((await send(simulator, path, { newJoinCode: true }, headers, 'PATCH')).json)
    expect(again.joinCode).not.toBe(changed.joinCode)
  })

  it('is shown to nobody without a credential, changed by nobody without a token', async () => {
    const simulator = await simulate()
    const { vipServerId } = privateServerCreated.parse((await create(simulator, free(simulator).universeId)).json)
    const path = `games/v1/vip-servers/${vipServerId}`
    expect((await ask(simulator, path)).status).toBe(401)
    expect((await send(simulator, path, { newJoinCode: true }, COOKIE, 'PATCH')).status).toBe(403)
    expect(rejection(await ask(simulator, 'games/v1/vip-servers/5', { headers: COOKIE }))).toEqual([404, 1])
  })
})
