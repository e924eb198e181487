// The errors of a page: what it says, and which fields it marks.
import type { TestWebResponse } from './start-web.js'

export const mainOf = ({ text }: TestWebResponse): string =>
  (/<(?:main|body class="wall")[^>]*>.*<\/(?:main|body)>/s.exec(text)?.[0] ?? '').replaceAll(
    /<script.*?<\/script>/gs,
    '',
  )

/** The text of the first error. */
export const alertOf = (answer: TestWebResponse): string | undefined =>
  / role="alert"[^>]*>([^<]+)</.exec(mainOf(answer))?.[1]?.replaceAll('&quot;', '"')
/** The names of the fields that are marked. */
export const marked = ({ text }: TestWebResponse): (string | undefined)[] =>
  [...text.matchAll(/<(?:input|select|textarea)[^>]*aria-invalid="true"[^>]*>/g)].map(
    ([tag]) => / name="([^"]+)"/.exec(tag)?.[1],
  )
