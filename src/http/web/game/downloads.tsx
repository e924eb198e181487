// Links to download the visible range as files.
import { isoOfDay } from '../../../domain/clock.js'
import { MAX_RANGE_DAYS } from '../../../domain/rules/date-range.js'
import type { LocalDateRange } from '../../../domain/time/local-days.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { daysQuery } from './days/days-csv.js'
import { FORMATS } from './download.js'

interface Props {
  readonly base: string
  readonly catalog: MessageCatalog
  readonly days: LocalDateRange
}

export function Downloads({ base, catalog, days }: Props) {
  const texts = catalog.web.game
  const start = Math.max(days.start, days.end - MAX_RANGE_DAYS + 1)
  const [from, to] = [isoOfDay(start), isoOfDay(days.end)]
  return (
    <section class="downloads" aria-labelledby="download">
      <h2 id="download">{texts.download}</h2>
      <p>
        {texts.downloadText(from, to)}{' '}
        {start > days.start ? texts.tooLongToDownload(catalog.number(MAX_RANGE_DAYS)) : undefined}
      </p>
      <div class="row">
        {FORMATS.map((format) => (
          <a key={format} class="button" download href={`${base}/export?${daysQuery({ ...days, start }, { format })}`}>
            {texts.formats[format]}
          </a>
        ))}
      </div>
    </section>
  )
}
