// Unlisted links to the wall display of an account, for a screen at which nobody signs in (WEB-57).

/** Each is an address that somebody typed into a screen. */
export const MAX_WALL_LINKS = 20

export interface WallLinkDraft {
  readonly accountId: number
  /** 256 random bits as base64url. It is stored as it is, because the list of links shows the addresses again. */
  readonly secret: string
  /** How the screen shows the games; empty or beginning with a question mark. */
  readonly query: string
  readonly createdAt: number
  /** The name of the person who made it; null for somebody who signed in with a link. */
  readonly createdBy: string | null
}

export interface WallLink extends WallLinkDraft {
  readonly id: number
}

export interface WallLinkStore {
  /** Undefined, and nothing is written, where the account already has `maxLinks`. */
  create(draft: WallLinkDraft, maxLinks: number): Promise<WallLink | undefined>
  /** The links of the account, newest first. */
  ofAccount(accountId: number): Promise<WallLink[]>
  /** Undefined where the link was revoked or its account removed. */
  bySecret(secret: string): Promise<WallLink | undefined>
  /** Returns false if the account has no such link. */
  remove(accountId: number, id: number): Promise<boolean>
}
