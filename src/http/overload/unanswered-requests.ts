// The requests that wait for the beginning of their answer, so that work nobody waits for gives way to them. Those that are answered
// from prepared bytes are not among them, because they hardly wait.
import type { ServerResponse } from 'node:http'

export class UnansweredRequests {
  private readonly responses = new Set<ServerResponse>()

  note(response: ServerResponse): void {
    this.responses.add(response)
    response.once('close', () => this.responses.delete(response))
  }

  /** Answers that last, as exports and live updates, have begun long before they end. */
  get isAnyWaiting(): boolean {
    for (const { headersSent } of this.responses) if (!headersSent) return true
    return false
  }
}
