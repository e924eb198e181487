// The small parts of which the API reference is made: headings with anchors, code to copy, and tables of fields.
import type { ComponentChildren } from 'preact'
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { FieldRow, FieldType } from './fields.js'
import { Highlighted } from './highlight.js'

export type ReferenceTexts = MessageCatalog['web']['reference']

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly level?: 2 | 3
  readonly children: ComponentChildren
}

/** A section whose heading links to itself. */
export const Section = ({ id, title, level = 2, children }: SectionProps) => (
  <section id={id} aria-labelledby={`${id}-title`}>
    <SectionHeading {...{ id, title, level }} />
    {children}
  </section>
)

export function SectionHeading({ id, title, level = 2 }: Omit<SectionProps, 'children'>) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <Heading id={`${id}-title`}>
      <a class="anchor" href={`#${id}`}>
        {title}
      </a>
    </Heading>
  )
}

interface SectionDetailsProps {
  readonly summary: string
  readonly children: ComponentChildren
}

/** What a section has in full. It opens for a link to the section, in searches of the browser, and on paper. */
export const SectionDetails = ({ summary, children }: SectionDetailsProps) => (
  <details class="section-details">
    <summary>{summary}</summary>
    {children}
  </details>
)

interface CodeBlockProps {
  readonly id: string
  /** What the button copies. */
  readonly label: string
  readonly code: string
  readonly catalog: MessageCatalog
}

/** Code with a copy button, which is visible only where a script makes it work. */
export function CodeBlock({ id, label, code, catalog: { web } }: CodeBlockProps) {
  const { copy, copyLabel, copied, copyByHand } = web.keys
  return (
    <div class="code-block">
      <pre>
        <code id={id}>
          <Highlighted code={code} />
        </code>
      </pre>
      <div class="code-copy">
        <span role="status" />
        <button
          type="button"
          class="small secondary"
          hidden
          aria-label={copyLabel(label)}
          data-copy={id}
          data-done={copied}
          data-by-hand={copyByHand}
        >
          {copy}
        </button>
      </div>
    </div>
  )
}

const Type = ({ type: { text, object } }: { readonly type: FieldType }) => (
  <span class="field-type">
    {text === 'or null' ? '' : `${text} `}
    {object === undefined ? '' : <a href={`#${object}`}>{object}</a>}
    {text === 'or null' ? ` ${text}` : ''}
  </span>
)

/** `columns.ccu.min`, of which the last name is the field's own. A long path may break after each point. */
function FieldName({ path }: { readonly path: readonly string[] }) {
  return (
    <code class="field-name">
      {path.slice(0, -1).map((name, at) => (
        <span key={at} class="field-parent">
          {name}.<wbr />
        </span>
      ))}
      {path.at(-1)}
    </code>
  )
}

interface FieldTableProps {
  readonly label: string
  readonly rows: readonly FieldRow[]
  readonly texts: ReferenceTexts
  /** Additional text beside and below the description of a row. */
  readonly annotation?: (row: FieldRow) => { readonly beside: string; readonly below: string }
}

export function FieldTable({ label, rows, texts, annotation }: FieldTableProps) {
  return (
    <table class="fields" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{texts.field}</th>
          <th scope="col">{texts.meaning}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.path.join('.')}>
            <th scope="row">
              <FieldName path={row.path} />
              <Type type={row.type} />
              {annotation === undefined ? undefined : <span class="field-remark">{annotation(row).beside}</span>}
            </th>
            <td>
              <Prose text={row.description} />
              {row.enumValues.length === 0 ? undefined : <EnumValues {...{ texts }} words={row.enumValues} />}
              {annotation === undefined ? undefined : <span class="field-default">{annotation(row).below}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const EnumValues = ({ texts, words }: { readonly texts: ReferenceTexts; readonly words: readonly string[] }) => (
  <span class="field-words">
    {words.length === 1 ? '' : `${texts.oneOf} `}
    {words.map((word, at) => [at === 0 ? '' : ', ', <code key={word}>{word}</code>])}
  </span>
)

interface OperationPathProps {
  readonly path: string
  /** Follows the path, such as a warning. */
  readonly children?: ComponentChildren
}

export function OperationPath({ path, children }: OperationPathProps) {
  return (
    <p class="operation-path">
      <code>
        <b>GET</b> {path}
      </code>
      {children}
    </p>
  )
}

/** Descriptions of the document mark code by backticks, as Markdown does. */
export const Prose = ({ text }: { readonly text: string }): ComponentChildren =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part))
