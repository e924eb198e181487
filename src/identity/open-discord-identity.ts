// Implements the identity port with Discord's OAuth2: authorization code flow with state and PKCE. Every outgoing call has a time
// limit.
import * as oauth from 'openid-client'
import { z } from 'zod'
import { INVITATION_PERMISSIONS, INVITATION_SCOPE } from '../domain/bot-permissions.js'
import { type HeadcountError, rejection } from '../domain/error.js'
import type { DiscordIdentity, DiscordPerson } from '../domain/ports/identity.js'

const TIMEOUT_SECONDS = 8
const SCOPE = 'identify'

const userSchema = z.object({
  id: z.string().regex(/^\d{5,20}$/),
  username: z.string().min(1),
  global_name: z.string().nullish(),
})

export interface DiscordApplication {
  readonly clientId: string
  readonly clientSecret: string
  /** The base URL of the REST API, without a trailing slash. */
  readonly apiUrl: string
}

export function openDiscordIdentity({ clientId, clientSecret, apiUrl }: DiscordApplication): DiscordIdentity {
  const { origin } = new URL(apiUrl)
  const server = {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth2/authorize`,
    token_endpoint: `${apiUrl}/oauth2/token`,
  }
  const configuration = new oauth.Configuration(server, clientId, undefined, oauth.ClientSecretPost(clientSecret))
  configuration.timeout = TIMEOUT_SECONDS
  // Plain http is for a proxy or a test server nearby; Discord itself uses https.
  if (apiUrl.startsWith('http:')) oauth.allowInsecureRequests(configuration)

  const readPerson = async (token: string): Promise<DiscordPerson> => {
    const me = new URL(`${apiUrl}/users/@me`)
    const answer = await oauth.fetchProtectedResource(configuration, token, me, 'GET')
    const user = userSchema.parse(await answer.json())
    return { id: user.id, name: user.global_name || user.username }
  }

  const begin = async (redirectUri: string, parameters: Readonly<Record<string, string>>) => {
    const state = oauth.randomState()
    const verifier = oauth.randomPKCECodeVerifier()
    const challenge = await oauth.calculatePKCECodeChallenge(verifier)
    const url = oauth.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      ...parameters,
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    return { url: url.href, state, verifier }
  }

  return {
    begin: (redirectUri) => begin(redirectUri, { scope: SCOPE }),
    beginInstall: (redirectUri) =>
      begin(redirectUri, { scope: `${SCOPE} ${INVITATION_SCOPE}`, permissions: `${INVITATION_PERMISSIONS}` }),

    finish: async (returned, { state, verifier }) => {
      const checks = { expectedState: state, pkceCodeVerifier: verifier }
      try {
        const { access_token } = await oauth.authorizationCodeGrant(configuration, returned, checks)
        return await readPerson(access_token)
      } catch (error) {
        throw toHeadcountError(error)
      }
    },
  }
}

function toHeadcountError(error: unknown): HeadcountError {
  if (error instanceof oauth.AuthorizationResponseError) {
    return rejection('INVALID_PARAMETERS', { name: 'sign-in failed', facts: {} })
  }
  // The code was used before or was never issued.
  if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant') {
    return rejection('INVALID_PARAMETERS', { name: 'sign-in over', facts: {} })
  }
  return rejection('UPSTREAM_ERROR', { name: 'Discord failed', facts: {} }, { cause: error })
}
