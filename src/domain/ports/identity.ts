// The port of signing in with Discord; its implementation uses OAuth2 with state and PKCE.

export interface DiscordPerson {
  readonly id: string
  readonly name: string
}

/** What the browser stores while it is at Discord. */
export interface SignInAttempt {
  readonly state: string
  readonly verifier: string
}

export interface DiscordIdentity {
  /** Returns the address to which the browser is redirected, and the attempt that it must store. */
  begin(redirectUri: string): Promise<SignInAttempt & { readonly url: string }>
  /** Like `begin`; on the way the person also adds the bot to a server, which Discord names in the address of the return. */
  beginInstall(redirectUri: string): Promise<SignInAttempt & { readonly url: string }>
  /** `returned` is the whole address to which Discord redirected the browser. */
  finish(returned: URL, attempt: SignInAttempt): Promise<DiscordPerson>
}
