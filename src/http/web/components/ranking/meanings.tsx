// What the short heads of a list of games stand for, in a line above the table: for readers without a mouse, too.
import { lowerFirst } from '../../../../charts/page/figure-texts.js'
import { type MessageCatalog, textFor } from '../../../../messages/catalog.js'

interface Props {
  /** As the table is called in the style sheets, which hide a meaning together with its column. */
  readonly of: 'ranking' | 'chosen' | 'home'
  readonly columns: readonly MeaningColumn[]
  readonly catalog: MessageCatalog
}

export interface MeaningColumn {
  readonly name: string
  readonly head: string
  /** By which the style sheet hides the column where it does not fit. */
  readonly style: string
}

export function Meanings({ of, columns, catalog }: Props) {
  const { meanings, meaning } = catalog.web.rankings
  const described = columns.flatMap(({ name, head, style }) => {
    const text = textFor(meanings, name)
    return text === undefined ? [] : [{ name, style, text: meaning(head, lowerFirst(text, catalog.locale)) }]
  })
  if (described.length === 0) return null
  return (
    <p class={`table-note meanings of-${of}`}>
      {described.map(({ name, style, text }) => (
        <span key={name} id={meaningId(name)} class={`column-${style}`}>
          {text}.{' '}
        </span>
      ))}
    </p>
  )
}

const meaningId = (name: string): string => `meaning-${name}`

/** For the link in the head of a column that has a meaning. */
export const describedByMeaning = (name: string, catalog: MessageCatalog) =>
  textFor(catalog.web.rankings.meanings, name) === undefined ? {} : { 'aria-describedby': meaningId(name) }
