// Keeps the bytes of answers until anything that they follow from changes, and makes those that were requested lately again
// after each tick. A read is then authentication, limit and one write. Whether somebody may read an answer is never
// kept: it is checked at every request.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Account } from '../../../domain/account.js'
import { type NoteRead, noteReads } from '../../../domain/ports/activity.js'
import { recordedMinute } from '../../../domain/ports/events.js'
import { type ApiAccess, planInForce, readingPlan } from '../../../domain/rules/entitlement.js'
import type { Services } from '../../../services/services.js'
import type { AnswerBytes } from '../../send-json.js'

const MAX_PREPARED_BYTES = 32 * 2 ** 20
/** About the memory of an entry in addition to its bytes. */
const ENTRY_BYTES = 1_000
/** An answer that was not requested within this time is not prepared again. */
const MAX_REQUEST_AGE_MS = 5 * 60_000
/** The maximum time after a tick in which answers are prepared again. */
const PREPARATION_TIMEOUT_MS = 2_000

export interface PreparedAnswer {
  readonly bytes: AnswerBytes
  readonly access: Exclude<ApiAccess, 'none'>
  /** The route as metrics name it. */
  readonly route: string
}

export interface AnswerRecipe extends Omit<PreparedAnswer, 'bytes'> {
  readonly account: Account
  /** The path with the query, as it was asked for. */
  readonly url: string
  readonly hasMarket: boolean
  make(account: Account): Promise<AnswerBytes>
}

interface CachedAnswer extends PreparedAnswer {
  readonly recipe: AnswerRecipe
  /** The version of all data that the bytes depend on, read before the bytes were made. */
  readonly version: string
  /** Milliseconds of the monotonic clock. */
  requestedAt: number
}

type PreparationServices = Pick<Services, 'accounts' | 'activity' | 'clock' | 'dataVersions' | 'events' | 'plans'>

export class PreparedAnswers {
  private readonly entries = new LRUCache<string, CachedAnswer>({
    maxSize: MAX_PREPARED_BYTES,
    sizeCalculation: ({ bytes, recipe }) => bytes.length + recipe.url.length + ENTRY_BYTES,
  })
  private readonly making = new Map<string, Promise<AnswerBytes>>()
  private readonly onRead: NoteRead
  private refreshing: Promise<void> | undefined
  /** Whether there was a tick or a count of the market since the last refresh began. */
  private isOutdated = false

  constructor(private readonly services: PreparationServices) {
    this.onRead = noteReads(services.activity, 'answers')
    services.events.subscribe((event) => {
      // The market is counted after the tick, and answers that contain it are made again then.
      if (recordedMinute(event) === undefined && event.type !== 'market counted') return
      this.isOutdated = true
      this.refreshing ??= this.refreshUntilCurrent().finally(() => {
        this.refreshing = undefined
      })
    })
  }

  private async refreshUntilCurrent(): Promise<void> {
    while (this.isOutdated) {
      this.isOutdated = false
      // A store that cannot be read stops only this refresh: the next request makes its answer itself, and reports.
      await this.refresh().catch(() => undefined)
    }
  }

  /** Undefined unless the answer is there and as it would be made now. */
  find(account: Account, url: string): PreparedAnswer | undefined {
    const entry = this.entries.get(keyOf(account, url))
    if (entry === undefined || entry.version !== this.versionOf(account, entry.recipe)) return undefined
    entry.requestedAt = performance.now()
    this.onRead(true)
    return entry
  }

  /** Returns the cached answer, or computes and caches it. Requests at the same time share one computation. */
  async of(recipe: AnswerRecipe): Promise<AnswerBytes> {
    const { account, url } = recipe
    const known = this.find(account, url)
    if (known !== undefined) return known.bytes
    this.onRead(false)
    const answer = await this.makeOnce(recipe)
    const entry = this.entries.peek(keyOf(account, url))
    if (entry !== undefined) entry.requestedAt = performance.now()
    return answer
  }

  /** Requests and a tick that want the same answer at the same time share one computation. */
  private makeOnce(recipe: AnswerRecipe): Promise<AnswerBytes> {
    const version = this.versionOf(recipe.account, recipe)
    const key = `${version} ${keyOf(recipe.account, recipe.url)}`
    const pending = this.making.get(key)
    if (pending !== undefined) return pending
    const making = this.make(recipe, version).finally(() => this.making.delete(key))
    this.making.set(key, making)
    return making
  }

  private async make(recipe: AnswerRecipe, version: string): Promise<AnswerBytes> {
    const { account, url, access, route } = recipe
    const bytes = await recipe.make(account)
    const key = keyOf(account, url)
    // It may have been made of newer data in the meantime.
    const other = this.entries.peek(key)
    if (other !== undefined && other.version !== version && other.version === this.versionOf(account, recipe))
      return bytes
    const requestedAt = other?.requestedAt ?? performance.now()
    // If something changed in the meantime, the current version differs, so this entry is not used.
    this.entries.set(key, { bytes, access, route, recipe, version, requestedAt })
    return bytes
  }

  private versionOf(account: Account, { hasMarket }: Pick<AnswerRecipe, 'hasMarket'>): string {
    const { plans, clock, dataVersions } = this.services
    const now = clock.now()
    const plan = `${planInForce(account, plans, now).name} ${readingPlan(account, plans, now).name}`
    return `${dataVersions.everything()} ${hasMarket ? dataVersions.market() : ''} ${plan}`
  }

  private async refresh(): Promise<void> {
    const began = performance.now()
    this.dropOld(began)
    try {
      await this.makeAgain([...this.entries.values()], began)
    } finally {
      this.restoreOrder()
    }
  }

  /** The minute is part of each version, so nobody would find them. */
  private dropOld(now: number): void {
    for (const [key, { requestedAt }] of this.entries.entries())
      if (now - requestedAt > MAX_REQUEST_AGE_MS) this.entries.delete(key)
  }

  private async makeAgain(entries: readonly CachedAnswer[], began: number): Promise<void> {
    for (const entry of entries) {
      const { recipe, version } = entry
      const key = keyOf(recipe.account, recipe.url)
      // Other listeners to the tick run first.
      await yieldToEventLoop()
      if (performance.now() - began > PREPARATION_TIMEOUT_MS) return
      // Made by a request meanwhile, or pushed out of the cache.
      if (this.entries.peek(key) !== entry) continue
      const account = await this.services.accounts.byId(recipe.account.id)
      if (account === undefined || this.versionOf(account, recipe) === version) continue
      await this.makeOnce({ ...recipe, account }).catch(() => {
        if (this.entries.peek(key) === entry) this.entries.delete(key)
      })
    }
  }

  /** What was made last would otherwise leave the cache last, though it was requested first. */
  private restoreOrder(): void {
    const byRequest = [...this.entries.entries()].sort(([, a], [, b]) => a.requestedAt - b.requestedAt)
    for (const [key] of byRequest) this.entries.get(key)
  }
}

const keyOf = ({ id }: Account, url: string): string => `${id} ${url}`
