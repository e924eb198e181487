// Remembers which prepared answers clients requested last, over a stop of the service as well: they are prepared again after its
// next start. Only addresses that were answered are noted, because any other may hold what must not be stored, as a key.
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { SettingStore } from '../../../domain/ports/store.js'

/** Of all accounts. Each takes milliseconds after a start. */
const MAX_REQUESTS = 100
const MAX_URL_LENGTH = 300
const SETTING = 'api.recent_requests'

const savedSchema = z.array(z.strictObject({ account: z.int(), url: z.string() })).max(MAX_REQUESTS)

export class RecentRequests {
  /** By account and address. */
  private readonly noted = new LRUCache<string, true>({ max: MAX_REQUESTS })

  note(accountId: number, url: string): void {
    if (url.length <= MAX_URL_LENGTH) this.noted.set(`${accountId} ${url}`, true)
  }

  /** Where nothing was requested since the start, what was saved before remains. */
  async save(settings: SettingStore): Promise<void> {
    if (this.noted.size === 0) return
    const requests = [...this.noted.keys()].map((key) => {
      const end = key.indexOf(' ')
      return { account: Number(key.slice(0, end)), url: key.slice(end + 1) }
    })
    await settings.set(SETTING, JSON.stringify(requests))
  }
}

/** The addresses of each account, the last one first. Whatever is not as `save` writes it counts as nothing. */
export async function savedRequests(settings: SettingStore): Promise<ReadonlyMap<number, readonly string[]>> {
  const text = await settings.get(SETTING).catch(() => undefined)
  const found = new Map<number, string[]>()
  for (const { account, url } of parse(text)) found.set(account, [...(found.get(account) ?? []), url])
  return found
}

function parse(text: string | undefined): z.output<typeof savedSchema> {
  if (text === undefined) return []
  try {
    return savedSchema.parse(JSON.parse(text))
  } catch {
    return []
  }
}
