// The HTML of /docs below its head: hundreds of kilobytes, which take tens of milliseconds. So its parts are rendered with turns of the
// event loop in between, and kept for the readers who get the same: all who are not signed in, on one day.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Reference } from './read-reference.js'

/** Half a megabyte each. They differ by language, address and day. */
const MAX_KEPT_PAGES = 4

/** A text is HTML already: the begin or the end of an element whose content is several parts. */
export type PagePart = VNode | string

const pagesOf = new WeakMap<Reference, LRUCache<string, Promise<string>>>()

/** `key`: all from which the parts follow beside the reference; undefined where nobody else gets the same. */
export function renderedOnce(
  reference: Reference,
  key: string | undefined,
  parts: () => readonly PagePart[],
): Promise<string> {
  if (key === undefined) return renderInTurns(parts())
  const pages = pagesOf.get(reference) ?? new LRUCache({ max: MAX_KEPT_PAGES })
  pagesOf.set(reference, pages)
  const known = pages.get(key)
  if (known !== undefined) return known
  const page = renderInTurns(parts())
  pages.set(key, page)
  page.catch(() => pages.delete(key))
  return page
}

async function renderInTurns(parts: readonly PagePart[]): Promise<string> {
  const rendered: string[] = []
  for (const part of parts) {
    rendered.push(typeof part === 'string' ? part : renderToString(part))
    if (typeof part !== 'string') await yieldToEventLoop()
  }
  return rendered.join('')
}
