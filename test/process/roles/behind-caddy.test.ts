// Two processes that serve, behind the proxy of compose.postgres.yaml.
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { CADDY_MISSING, runsCaddy, startCaddy } from './caddy.js'
import { EVENT_TIMEOUT_MS, openRoleScene } from './scene.js'

/** All of them together stay below the limit of the plan. */
const BETWEEN_REQUESTS_MS = 150
const REQUEST_TIMEOUT_MS = 10_000
/** Long enough for the proxy to send requests to a process that is away, and to one that is back. */
const PHASE_MS = 4_000

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('A server without a port.')
  return address.port
}

it.skipIf(!runsCaddy)(
  `behind the proxy of the compose file, no request is lost where one of two processes is killed or restarted ${runsCaddy ? '' : `: ${CADDY_MISSING}`}`,
  async () => {
    const scene = await openRoleScene({ games: 4, minuteLastsMs: 6_000 })
    const [port, ...ports] = await Promise.all([freePort(), freePort(), freePort()])
    const [first, second] = await Promise.all([scene.launch('api', ports[0]), scene.launch('api', ports[1])])
    await startCaddy(port, [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`])
    const ask = async (): Promise<number | string> => {
      try {
        const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
        const headers = { 'X-API-Key': scene.key }
        const answer = await fetch(`http://127.0.0.1:${port}/api/v1/games`, { headers, signal })
        await answer.arrayBuffer()
        return answer.status
      } catch (error) {
        return String(error)
      }
    }
    await expect.poll(ask, { timeout: EVENT_TIMEOUT_MS }).toBe(200)

    const answers: Promise<number | string>[] = []
    const asking = new AbortController()
    const reader = (async () => {
      for (; !asking.signal.aborted; await sleep(BETWEEN_REQUESTS_MS)) answers.push(ask())
    })()
    await sleep(PHASE_MS)
    await first.end('SIGKILL')
    await sleep(PHASE_MS)
    await first.start()
    const isReady = async () => (await fetch(`${first.url()}/readyz`)).ok
    await expect.poll(isReady, { timeout: EVENT_TIMEOUT_MS }).toBe(true)
    await sleep(PHASE_MS)
    expect(await second.end('SIGTERM')).toBe(0)
    await sleep(PHASE_MS)
    await second.start()
    asking.abort()
    await reader
    const other = (await Promise.all(answers)).filter((status) => status !== 200)
    expect({ other, isEnough: answers.length > 100 }).toEqual({ other: [], isEnough: true })
  },
  2 * EVENT_TIMEOUT_MS,
)
