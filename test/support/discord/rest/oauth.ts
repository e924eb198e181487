// OAuth2: the consent page, on which a test acts for the person, and the token endpoint. PKCE and redirects are checked.
import { createHash, randomBytes } from 'node:crypto'
import { asRecord } from '../json.js'
import { userPayload } from '../payloads.js'
import type { DoubleUser, RestCall, RestResponse } from '../types.js'
import type { DiscordWorld } from '../world.js'

export interface OAuthOptions {
  readonly clientSecret: string
  /** The redirects that the application has in the developer portal; empty: any. */
  readonly redirects: readonly string[]
}

interface Grant {
  readonly user: DoubleUser
  readonly redirectUri: string
  readonly challenge: string | null
}

export class OAuth {
  /** The user of the browser; undefined means that they press Cancel. */
  person: DoubleUser | undefined
  /** The server to which a person adds the bot, where the application asks for it. */
  installsIn: string | undefined
  readonly codes: string[] = []
  readonly #grants = new Map<string, Grant>()
  readonly #tokens = new Map<string, DoubleUser>()

  constructor(
    private readonly world: DiscordWorld,
    private readonly options: OAuthOptions,
  ) {}

  /** Answers a browser on the consent page with a redirect at once, as if the person had pressed a button. */
  consent(query: URLSearchParams): RestResponse {
    const redirectUri = query.get('redirect_uri') ?? ''
    const isKnown = this.options.redirects.length === 0 || this.options.redirects.includes(redirectUri)
    const scope = query.get('scope') ?? ''
    const isInstall = scope === 'identify bot applications.commands'
    const isAsExpected =
      query.get('client_id') === this.world.identity.applicationId &&
      query.get('response_type') === 'code' &&
      (scope === 'identify' || (isInstall && /^\d+$/.test(query.get('permissions') ?? '')))
    if (!isKnown || !isAsExpected || !URL.canParse(redirectUri))
      return { status: 400, body: { message: 'Invalid OAuth2' } }
    const back = new URL(redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    if (this.person) back.searchParams.set('code', this.#grant(this.person, redirectUri, query.get('code_challenge')))
    else back.searchParams.set('error', 'access_denied')
    if (this.person && isInstall && this.installsIn) back.searchParams.set('guild_id', this.installsIn)
    return { status: 302, headers: { location: back.href } }
  }

  /** The user of a bearer token. */
  bearer(authorization: string | undefined): DoubleUser | undefined {
    return this.#tokens.get(/^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '')
  }

  token(call: RestCall): RestResponse {
    const form = asRecord(call.body)
    const { identity } = this.world
    if (form.client_id !== identity.applicationId || form.client_secret !== this.options.clientSecret) {
      return { status: 401, body: { error: 'invalid_client' } }
    }
    const code = String(form.code)
    const grant = this.#grants.get(code)
    this.#grants.delete(code)
    const verified = createHash('sha256').update(String(form.code_verifier)).digest('base64url')
    const isGood = grant && grant.redirectUri === form.redirect_uri && (grant.challenge ?? verified) === verified
    if (!isGood)
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid "code" in request.' } }
    const token = randomBytes(16).toString('hex')
    this.#tokens.set(token, grant.user)
    const body = {
      access_token: token,
      token_type: 'Bearer',
      expires_in: 604_800,
      refresh_token: 'r',
      scope: 'identify',
    }
    return { status: 200, body }
  }

  #grant(user: DoubleUser, redirectUri: string, challenge: string | null): string {
    const code = randomBytes(12).toString('hex')
    this.#grants.set(code, { user, redirectUri, challenge })
    this.codes.push(code)
    return code
  }
}

/** Answers the calls without the bot's token, those of the browser and of the sign-in; undefined for a call of the bot. */
export function oauthAnswer(oauth: OAuth, call: RestCall): RestResponse | undefined {
  const line = `${call.method} ${call.path}`
  if (line === 'GET /oauth2/authorize') return oauth.consent(call.query)
  if (line === 'POST /oauth2/token') return oauth.token(call)
  const user = line === 'GET /users/@me' ? oauth.bearer(call.authorization) : undefined
  return user && { status: 200, body: userPayload(user) }
}
