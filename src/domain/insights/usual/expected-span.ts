// A span that a manager marked as expected: an event, a test, a planned restart. It is excluded from the model
// of the usual, so that a success does not raise an alert a week later.
import type { Span } from '../../rules/span.js'

export interface ExpectedSpanDraft extends Span {
  readonly gameId: number
  /** What a person wrote about it; empty if nothing. */
  readonly note: string
  readonly createdAt: number
}

export interface ExpectedSpan extends ExpectedSpanDraft {
  readonly id: number
}

export interface ExpectedSpanStore {
  all(): Promise<ExpectedSpan[]>
  /** Oldest first. */
  ofGame(gameId: number): Promise<ExpectedSpan[]>
  /** Returns the same span again if the game has it already. */
  add(draft: ExpectedSpanDraft): Promise<ExpectedSpan>
  /** Returns whether it was there. */
  remove(gameId: number, id: number): Promise<boolean>
}
