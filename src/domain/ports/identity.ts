// The port of signing in with Discord: OAuth2 with state and PKCE behind it.

export interface DiscordPerson {
  readonly id: string
  readonly name: string
}

/** What the browser keeps between going to Discord and coming back. */
export interface SignInAttempt {
  readonly state: string
  readonly verifier: string
}

export interface DiscordIdentity {
  /** Where the browser is sent, with what it must bring back. */
  begin(redirectUri: string): Promise<SignInAttempt & { readonly url: string }>
  /** `returned`: the whole address that Discord sent the browser to. */
  finish(returned: URL, attempt: SignInAttempt): Promise<DiscordPerson>
}
