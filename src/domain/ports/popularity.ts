// The popularity port: a ranking of universes by an external source, which enriches rankings (API-38).

export interface PopularityPlace {
  readonly rank: number
  readonly score: number
}

export interface PopularityReading {
  readonly places: ReadonlyMap<number, PopularityPlace>
  /** The source's host, or `platform` for the platform's own charts. */
  readonly source: string
  /** When the source was read, ms. */
  readonly readAt: number
}

export interface Popularity {
  /** Resolves quickly in any case: if the source is slow, wrong or absent, the ranking is shown without it. */
  current(): Promise<PopularityReading | undefined>
  close(): Promise<void>
}

export const noPopularity: Popularity = { current: async () => undefined, close: async () => undefined }
