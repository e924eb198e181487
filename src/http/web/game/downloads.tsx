// The files of the range that is shown.
import { isoOfDay } from '../../../domain/clock.js'
import { LONGEST_RANGE_DAYS } from '../../../domain/rules/date-range.js'
import type { MessageCatalog } from '../../../words/words.js'
import { FORMATS } from './download.js'

interface Props {
  readonly base: string
  readonly words: MessageCatalog
  readonly days: { readonly start: number; readonly end: number }
}

export function Downloads({ base, words, days }: Props) {
  const texts = words.web.game
  const start = Math.max(days.start, days.end - LONGEST_RANGE_DAYS + 1)
  const [from, to] = [isoOfDay(start), isoOfDay(days.end)]
  return (
    <section class="downloads" aria-labelledby="download">
      <h2 id="download">{texts.download}</h2>
      <p>
        {texts.downloadWords(from, to)}{' '}
        {start > days.start ? texts.tooLongToDownload(words.number(LONGEST_RANGE_DAYS)) : undefined}
      </p>
      <p class="row">
        {FORMATS.map((format) => (
          <a key={format} class="button" download href={`${base}/export?${new URLSearchParams({ from, to, format })}`}>
            {texts.formats[format]}
          </a>
        ))}
      </p>
    </section>
  )
}
