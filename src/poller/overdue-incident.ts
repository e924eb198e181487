// Reports that sampling has stopped: once in the log, once to the operator, and in /readyz as long as the incident
// lasts.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, isoOfMs } from '../domain/clock.js'
import type { Log } from '../domain/ports/events.js'
import type { SettingStore } from '../domain/ports/store.js'
import type { OverdueNotifier, OverdueReport } from '../services/operator/inform-operator.js'

export interface IncidentOptions {
  readonly settings: SettingStore
  readonly clock: Clock
  readonly log: Log
  readonly inform: OverdueNotifier
  readonly stop: AbortSignal
}

/**
 * The key of the time at which the operator was notified of the current incident; empty if there is no incident. It is
 * stored so that a restart does not notify again.
 */
const INFORMED_AT = 'poller.overdue_informed_at'
const FIRST_INFORM_DELAY_MS = 2_000
const MAX_INFORM_DELAY_MS = 300_000
/** With the waits between tries, this lasts more than an hour. */
const MAX_INFORM_ATTEMPTS = 20

export class OverdueIncident {
  private report: OverdueReport | undefined
  private informing: Promise<void> | undefined
  /** Whether INFORMED_AT may be stored. Starts as true because an earlier process may have stored it. */
  private mayBeStored = true

  constructor(private readonly options: IncidentOptions) {}

  /** Must be called while ticks are missing; the first call reports the incident. */
  reportOverdue(since: number, detail: string): void {
    if (this.report?.until === null) return
    this.report = { since, detail, until: null }
    this.options.log.error({ since: isoOfMs(since) }, `Sampling is overdue. ${detail}`)
    this.informing ??= this.inform().finally(() => {
      this.informing = undefined
    })
  }

  /** Must be called whenever a tick was stored. */
  reportStored(): void {
    const { log, clock } = this.options
    if (this.report?.until === null) {
      this.report = { ...this.report, until: clock.now() }
      log.info({ since: isoOfMs(this.report.since) }, 'Sampling is no longer overdue: a tick was stored.')
    }
    if (this.mayBeStored) void this.storeInformedAt('').catch(() => undefined)
  }

  private async inform(): Promise<void> {
    const { log, stop } = this.options
    if (await this.wasInformed()) return
    for (let attempt = 0; attempt < MAX_INFORM_ATTEMPTS && this.report !== undefined; attempt++) {
      const informed = await this.options.inform(this.report).catch(() => 'failed' as const)
      if (informed === 'informed' && this.report.until === null) await this.noteInformed()
      if (informed !== 'failed') return
      if (attempt === 0) log.warn({}, 'The operator could not be informed yet that sampling is overdue.')
      await sleep(Math.min(MAX_INFORM_DELAY_MS, FIRST_INFORM_DELAY_MS * 2 ** attempt), undefined, {
        signal: stop,
        ref: false,
      }).catch(() => undefined)
      if (stop.aborted) return
    }
    log.warn({}, 'The operator could not be informed that sampling is overdue: nobody was reached.')
  }

  /** If the store cannot be read, the answer is false: a second notification is better than none. */
  private async wasInformed(): Promise<boolean> {
    const at = await this.options.settings.get(INFORMED_AT).catch(() => undefined)
    return at !== undefined && at !== ''
  }

  private async noteInformed(): Promise<void> {
    const { clock, log } = this.options
    await this.storeInformedAt(isoOfMs(clock.now())).catch((error: unknown) => {
      log.warn({ err: error }, 'It could not be noted that the operator was informed; a restart may inform again.')
    })
  }

  private async storeInformedAt(text: string): Promise<void> {
    this.mayBeStored = true
    const known = await this.options.settings.get(INFORMED_AT)
    if ((known ?? '') !== text) await this.options.settings.set(INFORMED_AT, text)
    this.mayBeStored = text !== ''
  }
}
