// What one process commits holds in the others within a second, and for good while they cannot hear of it.
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { expect, it } from 'vitest'
import { Visitor } from '../../web/support/start-web.js'
import { EVENT_TIMEOUT_MS, openRoleScene, type RoleProcess } from './scene.js'

/** PROCESS-46; a machine that is busy measures too much, and never too little. */
const STALE_LIMIT_MS = 1_000
const ROUNDS = 3

it(
  'a revoked key, a sign-out and another plan hold in every process within a second [PROCESS-46]',
  async () => {
    const scene = await openRoleScene({ games: 1, minuteLastsMs: 60_000 })
    const { services, account } = scene
    const processes = await Promise.all([scene.launch('api'), scene.launch('api')])
    const [first, second] = processes
    if (first === undefined || second === undefined) return expect.unreachable()
    const statusOf = async ({ url }: RoleProcess, key: string) => {
      const { statusCode, headers, body } = await request(`${url()}/api/v1/games`, { headers: { 'x-api-key': key } })
      await body.dump()
      return { status: statusCode, limit: headers['x-ratelimit-limit'] }
    }
    const everywhere = <T>(ask: (process: RoleProcess) => Promise<T>) => Promise.all(processes.map(ask))
    const measured: Record<string, number[]> = { 'revoked key': [], 'sign-out': [], plan: [] }

    for (let round = 0; round < ROUNDS; round++) {
      const { secret, ...key } = await services.keys.create(account, `round ${round}`)
      expect(await everywhere((one) => statusOf(one, secret))).toMatchObject([{ status: 200 }, { status: 200 }])
      await services.keys.revoke(key)
      measured['revoked key']?.push(
        await untilHolds(async () =>
          (await everywhere((one) => statusOf(one, secret))).every(({ status }) => status === 401),
        ),
      )

      const { secret: code } = await services.loginLinks.create(account, 'viewer')
      const there = new Visitor(first.url() ?? '')
      await there.post('/sign-in/link', { code })
      const elsewhere = new Visitor(second.url() ?? '')
      for (const [name, value] of there.jar) elsewhere.jar.set(name, value)
      const page = `/accounts/${account.id}`
      expect((await elsewhere.get(page)).status).toBe(200)
      await there.post('/sign-out')
      measured['sign-out']?.push(await untilHolds(async () => (await elsewhere.get(page)).status !== 200))

      const plan = round % 2 === 0 ? 'premium' : 'enterprise'
      await services.accounts.change(account.name, { plan })
      const limit = plan === 'premium' ? '100' : '500'
      measured.plan?.push(
        await untilHolds(async () =>
          (await everywhere((one) => statusOf(one, scene.key))).every((one) => one.limit === limit),
        ),
      )
    }
    for (const [what, times] of Object.entries(measured))
      expect([what, Math.min(...times) <= STALE_LIMIT_MS, times]).toEqual([what, true, times])
  },
  3 * EVENT_TIMEOUT_MS,
)

it(
  'a revoked key opens nothing in a process that cannot reach the database [PROCESS-46]',
  async () => {
    const scene = await openRoleScene({ games: 1, minuteLastsMs: 60_000 })
    const cutOff = await scene.launch('api')
    const ask = async () => {
      const began = performance.now()
      const { statusCode, headers, body } = await request(`${cutOff.url()}/api/v1/games`, {
        headers: { 'x-api-key': scene.key },
      })
      await body.dump()
      return { status: statusCode, retryAfter: headers['retry-after'], ms: performance.now() - began }
    }
    expect(await ask()).toMatchObject({ status: 200 })
    cutOff.network.swallow()
    const [key] = await scene.services.keys.list(scene.account)
    if (key !== undefined) await scene.services.keys.revoke(key)
    const times: number[] = []
    for (let count = 0; count < 5; count++) {
      const { ms, ...answer } = await ask()
      expect(answer).toEqual({ status: 503, retryAfter: '2' })
      times.push(ms)
    }
    // A machine that is busy with other work holds some of them up.
    expect(Math.min(...times)).toBeLessThan(2_000)
    cutOff.network.restore()
    await expect.poll(async () => (await ask()).status, { timeout: EVENT_TIMEOUT_MS }).not.toBe(503)
    expect(await ask()).toMatchObject({ status: 401 })
  },
  2 * EVENT_TIMEOUT_MS,
)

/** How long it takes, in milliseconds. */
async function untilHolds(holds: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > EVENT_TIMEOUT_MS) throw new Error('It never holds.')
    await sleep(20)
  }
  return performance.now() - began
}
