// The port that counts requests in windows of time over all processes that share a database.

export interface CountedWindow {
  /** All that were counted in the window, by whichever process. */
  readonly points: number
  /** Milliseconds until the window ends. */
  readonly msLeft: number
}

/** Rejects where the database does not answer within 300 ms; then each process counts for itself. */
export interface WindowCounter {
  /** Counts in the window of the key, which begins now, and lasts as many seconds, if there is none. */
  count(key: string, points: number, seconds: number): Promise<CountedWindow>
  /** Undefined if there is no window. */
  read(key: string): Promise<CountedWindow | undefined>
}
