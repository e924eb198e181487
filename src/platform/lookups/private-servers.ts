// Opens private servers with the operator's credential (PLATFORM-18). It has its own HTTP client, and nothing is shared or cached.

import { randomUUID } from 'node:crypto'
import { Agent } from 'undici'
import type { z } from 'zod'
import { rejection } from '../../domain/error.js'
import type { OpenedServer, PrivateServer, PrivateServers } from '../../domain/private-server.js'
import { attempt, type UpstreamRequest, type UpstreamResponse } from '../attempt.js'
import { PlatformFailure } from '../failure.js'
import { CONNECTION_TIMEOUT_MS } from '../http.js'
import { privateServer, privateServerCreated } from '../schemas/private-servers.js'
import { cookieHeader, mayCarryCredential } from './credential.js'

const PRIVATE_SERVER_TIMEOUT_MS = 10_000
const MAX_PRIVATE_SERVER_BYTES = 1024 * 1024

type PrivateServerQuery = Parameters<PrivateServers['open']>[0]
type Request = Pick<UpstreamRequest, 'body'> & { readonly method: 'POST' | 'PATCH'; readonly path: string }

export class OperatorServerClient implements PrivateServers {
  readonly missing: string | undefined
  private readonly base: string
  private readonly stop = new AbortController()
  private readonly agent = new Agent({
    connect: { timeout: CONNECTION_TIMEOUT_MS },
    connections: 2,
    maxResponseSize: MAX_PRIVATE_SERVER_BYTES,
  })
  private csrfToken: string | undefined

  constructor(
    urlTemplate: string,
    private readonly cookie: string | undefined,
  ) {
    this.base = urlTemplate.replaceAll('{service}', 'games')
    this.missing = missingFor(this.base, cookie)
  }

  async open({ universeId, placeId, name }: PrivateServerQuery): Promise<OpenedServer> {
    // All attempts of one request send the same idempotency key, so the platform creates only one server.
    const body = { name, expectedPrice: 0, isPurchaseConfirmed: true, idempotencyKey: randomUUID() }
    const request = { method: 'POST' as const, path: `/v1/games/vip-servers/${universeId}`, body }
    try {
      const response = await this.sendAgainIfLost(request, privateServerCreated)
      const link = await this.linkOf(response.vipServerId, placeId)
      return { outcome: 'opened', server: { id: response.vipServerId, name: response.name, link } }
    } catch (error) {
      return rejectionOf(error)
    }
  }

  close(): Promise<void> {
    this.stop.abort()
    return this.agent.destroy()
  }

  private async sendAgainIfLost<Schema extends z.ZodType>(request: Request, answer: Schema): Promise<z.infer<Schema>> {
    try {
      return await this.send(request, answer)
    } catch (error) {
      if (error instanceof PlatformFailure || this.stop.signal.aborted) throw error
      return await this.send(request, answer)
    }
  }

  /** The server exists even if reading its link fails; it is then found on the platform's own pages. */
  private async linkOf(id: number, placeId: number): Promise<PrivateServer['link']> {
    const request = { method: 'PATCH' as const, path: `/v1/vip-servers/${id}`, body: { newJoinCode: true } }
    const server = await this.send(request, privateServer).catch(() => undefined)
    if (server?.link) return server.link
    if (!server?.joinCode) return null
    const code = encodeURIComponent(server.joinCode)
    return `https://www.roblox.com/games/${placeId}?privateServerLinkCode=${code}`
  }

  /** PLATFORM-7: a 403 with a new token is retried once with that token; without a token it is a rejection. */
  private async send<Schema extends z.ZodType>(request: Request, answer: Schema): Promise<z.infer<Schema>> {
    const first = await this.attempt(request)
    const token = first.headers['x-csrf-token']
    if (first.status !== 403 || token === undefined) return first.accept(answer)
    this.csrfToken = token
    return (await this.attempt(request)).accept(answer)
  }

  private attempt({ method, path, body }: Request): Promise<UpstreamResponse> {
    if (this.cookie === undefined || this.missing !== undefined) throw new Error('There is no credential to send.')
    const headers = {
      cookie: cookieHeader(this.cookie),
      ...(this.csrfToken === undefined ? {} : { 'x-csrf-token': this.csrfToken }),
    }
    return attempt(
      { url: this.base + path, method, body, headers, agent: this.agent },
      { timeoutMs: PRIVATE_SERVER_TIMEOUT_MS, stop: this.stop.signal },
    )
  }
}

function missingFor(base: string, cookie: string | undefined): string | undefined {
  if (cookie === undefined) return 'This service has no platform credential (PLATFORM_COOKIE), so it opens no servers.'
  if (mayCarryCredential(base)) return undefined
  return "PLATFORM_URL leads to a host that is not the platform's own: the credential is not sent there, so no servers are opened."
}

/** A 4xx response means that nothing was created; after any other failure the outcome is unknown. */
function rejectionOf(error: unknown): OpenedServer {
  const failure = error instanceof PlatformFailure ? error : undefined
  const platformText = failure?.answer.platformText
  if (failure?.kind === 'rejected' || failure?.kind === 'busy') {
    return { outcome: 'rejected', platformText: platformText ?? `the answer ${failure.status}` }
  }
  throw rejection('UPSTREAM_ERROR', { name: 'server outcome unknown', facts: { platformText } }, { cause: error })
}
