// States the account of a day of the reader's zone: samples due, stored and missing by reason (DATA-36).
import type { DayAccount } from '../../../domain/series/day-account.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { dayText } from './days/day-rows.js'

interface Props {
  readonly account: DayAccount
  readonly catalog: MessageCatalog
}

export function DayAccountLine({ account, catalog }: Props) {
  const texts = catalog.web.game
  const { day, due, stored, gaps, unexplained } = account
  const parts = [
    texts.samplesStored(catalog.number(stored)),
    ...gaps.map(([reason, count]) => texts.samplesMissing(catalog.number(count), texts.reasons[reason])),
    ...(unexplained > 0 ? [texts.samplesMissing(catalog.number(unexplained), texts.unexplained)] : []),
  ]
  return <p>{texts.dayAccount(dayText(day, catalog.locale), catalog.number(due), parts.join(' + '))}</p>
}
