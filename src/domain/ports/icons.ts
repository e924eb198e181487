// The ports of the icons of games: where the platform has them, how they are re-encoded, and where they are stored.

/** The side of each form of an icon in pixels: `small` for rows of lists, `large` for heads of pages and messages. */
export const ICON_SIDES = { small: 64, large: 256 } as const
export type IconSize = keyof typeof ICON_SIDES

/** The same square picture as WebP, in each size. */
export type IconImages = Readonly<Record<IconSize, Uint8Array>>

/**
 * Where the platform has an icon. `pending`: not drawn or reviewed yet, or not available now. `none`: there is none, or
 * it may not be shown.
 */
export type IconLocation =
  | { readonly state: 'found'; readonly address: string }
  | { readonly state: 'pending' }
  | { readonly state: 'none' }

/** The maximum number of universes of one call. */
export const MAX_LOCATED_ICONS = 100

export interface IconSource {
  /** Makes one call for at most MAX_LOCATED_ICONS universes; those that the platform does not know are omitted. */
  locate(universeIds: readonly number[], stop: AbortSignal): Promise<ReadonlyMap<number, IconLocation>>
  /** Downloads a picture of at most 1 MB. Fails for a host that has no pictures of the platform, and for a redirect. */
  download(address: string, stop: AbortSignal): Promise<Uint8Array>
  close(): Promise<void>
}

/** Returns undefined for anything but a PNG, JPEG or WebP image of moderate size. */
export type IconEncoder = (image: Uint8Array) => Promise<IconImages | undefined>

/** What is known of the icon of a universe. */
export interface IconRecord {
  readonly universeId: number
  /** The URL from which the stored picture was downloaded; null if none is stored. */
  readonly address: string | null
  /** A random name, new for each picture, so that browsers may keep a file for ever; null if none is stored. */
  readonly fileName: string | null
  /** When it is to be looked for again, ms. */
  readonly dueAt: number
}

export interface IconStore {
  list(): Promise<readonly IconRecord[]>
  /** Stores the record. The images are replaced where some are given, kept where not, and deleted with the name. */
  put(record: IconRecord, images?: IconImages): Promise<void>
  /** Undefined if no icon has this name. */
  image(fileName: string, size: IconSize): Promise<Uint8Array | undefined>
  remove(universeIds: readonly number[]): Promise<void>
}
