// One endpoint in the API reference: what it takes and answers on the left, calls and an example on the right.
import type { MessageCatalog } from '../../../messages/catalog.js'
import { CallForm } from './call-form.js'
import { compactJson } from './highlight.js'
import { CodeBlock, FieldTable, OperationPath, type ReferenceTexts, Section, SectionDetails } from './parts.js'
import type { ReferenceOperation, ReferenceParameter } from './read-reference.js'
import { callForReader, SAMPLE_LANGUAGES, type SampleReader, samplesOf } from './samples.js'

interface Props {
  readonly operation: ReferenceOperation
  readonly catalog: MessageCatalog
  /** `https://stats.example/api/v1` */
  readonly base: string
  readonly reader: SampleReader
}

export function Operation({ operation, catalog, base, reader }: Props) {
  const texts = catalog.web.reference
  const { id, path, summary, description, isDeprecated, parameters, fields, isAlsoCsv } = operation
  const call = callForReader(operation.call, reader)
  return (
    <Section id={id} title={summary} level={3}>
      <OperationPath path={path}>{isDeprecated ? <strong> {texts.deprecated}</strong> : undefined}</OperationPath>
      <p>{description}</p>
      <SectionDetails summary={texts.details}>
        <div class="operation">
          <div class="operation-text">
            <h4>{texts.parameters}</h4>
            <Parameters {...{ parameters, texts, path }} />
            <h4>{texts.answer}</h4>
            {isAlsoCsv ? <p>{texts.alsoCsv}</p> : undefined}
            <FieldTable label={texts.fields(path)} rows={fields} texts={texts} />
            <Statuses {...{ operation, texts }} />
          </div>
          <div class="operation-code">
            <Samples {...{ operation, catalog }} url={base + call} />
            {operation.answer === undefined ? undefined : (
              <CodeBlock
                id={`${id}-answer`}
                label={texts.example(path)}
                code={compactJson(operation.answer)}
                catalog={catalog}
              />
            )}
            <CallForm {...{ operation, texts, call }} />
          </div>
        </div>
      </SectionDetails>
    </Section>
  )
}

function Parameters(props: {
  readonly parameters: readonly ReferenceParameter[]
  readonly texts: ReferenceTexts
  readonly path: string
}) {
  const { parameters, texts, path } = props
  if (parameters.length === 0) return <p>{texts.noParameters}</p>
  const of = new Map(parameters.map((one) => [one.row, one]))
  return (
    <FieldTable
      label={`${texts.parameters}: ${path}`}
      rows={parameters.map(({ row }) => row)}
      texts={texts}
      annotation={(row) => {
        const { where, fallback, bounds } = of.get(row) ?? {}
        const need = row.isRequired ? texts.required : texts.optional
        return {
          beside: where === 'path' ? texts.inPath : need,
          below: [
            bounds === undefined || bounds[1] === Number.MAX_SAFE_INTEGER
              ? ''
              : texts.bounds(`${bounds[0]}`, `${bounds[1]}`),
            fallback === undefined ? '' : texts.default(fallback),
          ]
            .filter(Boolean)
            .join(' '),
        }
      }}
    />
  )
}

function Statuses({ operation, texts }: { readonly operation: ReferenceOperation; readonly texts: ReferenceTexts }) {
  const { statuses, headers } = operation
  return (
    <details class="operation-more">
      <summary>
        {texts.statuses}: {statuses.map(({ status }) => status).join(', ')}
      </summary>
      <dl class="terms">
        {statuses.map(({ status, description }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      <p>{texts.headers}</p>
      <dl class="terms">
        {headers.map(({ name, description }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

interface SamplesProps {
  readonly operation: ReferenceOperation
  readonly catalog: MessageCatalog
  readonly url: string
}

/** The list of records that the call is made for, or else the first field. */
function printedField(fields: ReferenceOperation['fields']): string {
  const top = fields.filter(({ path }) => path.length === 1)
  const records = top.find(({ type }) => type.text === 'list of' || type.text === 'list of objects')
  return (records ?? top[0])?.path[0]?.replace('[]', '') ?? 'success'
}

/** The languages are radio buttons, so that they change without a script. */
function Samples({ operation: { id, path, fields }, catalog, url }: SamplesProps) {
  const texts = catalog.web.reference
  const samples = samplesOf(url, printedField(fields))
  return (
    <fieldset class="samples">
      <legend class="out-of-sight">{texts.language(path)}</legend>
      {SAMPLE_LANGUAGES.map((language, at) => [
        <input
          key={language}
          type="radio"
          id={`${id}-${language}`}
          name={`${id}-language`}
          value={language}
          checked={at === 0}
          data-language
          autocomplete="off"
        />,
        <label key={`${language}-label`} for={`${id}-${language}`}>
          {language}
        </label>,
      ])}
      {SAMPLE_LANGUAGES.map((language) => (
        <div key={language} class="sample">
          <CodeBlock
            id={`${id}-${language}-code`}
            label={`${language}: ${texts.callOf(path)}`}
            code={samples[language]}
            catalog={catalog}
          />
        </div>
      ))}
    </fieldset>
  )
}
