// The last sections of the API reference: the named objects, the older lookups and the changes.
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { LegacyRoute } from '../../reference-source.js'
import { Contact } from '../components/inline.js'
import { compactJson } from './highlight.js'
import { CodeBlock, FieldTable, OperationPath, Section, SectionDetails } from './parts.js'
import type { Reference } from './read-reference.js'

interface Props {
  readonly reference: Reference
  readonly catalog: MessageCatalog
}

export function ObjectsSection({ reference: { objects }, catalog }: Props) {
  const texts = catalog.web.reference
  if (objects.length === 0) return null
  return (
    <Section id="objects" title={texts.objects}>
      <p>{texts.objectsText}</p>
      {objects.map(({ name, description, fields, choices, enumValues: words }) => (
        <Section key={name} id={name} title={name} level={3}>
          <p>{description}</p>
          {choices.length === 0 ? undefined : (
            <p>
              {texts.oneOf}{' '}
              {choices.map((one, at) => [
                at === 0 ? '' : ', ',
                <a key={one} href={`#${one}`}>
                  {one}
                </a>,
              ])}
            </p>
          )}
          {words.length === 0 ? undefined : (
            <p>
              {texts.oneOf} {words.map((word, at) => [at === 0 ? '' : ', ', <code key={word}>{word}</code>])}
            </p>
          )}
          {fields.length === 0 ? undefined : (
            <SectionDetails summary={texts.fieldsOf}>
              <FieldTable label={texts.fields(name)} rows={fields} texts={texts} />
            </SectionDetails>
          )}
        </Section>
      ))}
    </Section>
  )
}

export function LegacySection({ reference, catalog, origin }: Props & { readonly origin: string }) {
  const texts = catalog.web.reference
  const { segments, requestsPerMinute, routes } = reference.legacy
  const bases = segments.flatMap((segment) => [`/api/${segment}`, `/${segment}`]).slice(1)
  return (
    <Section id="legacy" title={texts.legacy}>
      <p>{texts.legacyText(texts.legacySegments(bases), catalog.number(requestsPerMinute))}</p>
      <ul>
        {texts.legacyNotes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {routes.map((route) => (
        <LegacyLookup key={route.call} {...{ route, catalog, origin }} />
      ))}
    </Section>
  )
}

interface LegacyLookupProps extends Pick<Props, 'catalog'> {
  readonly route: LegacyRoute
  readonly origin: string
}

function LegacyLookup({ route, catalog, origin }: LegacyLookupProps) {
  const texts = catalog.web.reference
  const { paths, summary, call, answer, cacheSeconds, needsKey } = route
  const [path = '', ...others] = paths.map(readablePath)
  const id = `legacy${path.split(/[/{]/).slice(1, 3).join('-').toLowerCase().replaceAll('.', '-').replace(/^/, '-')}`
  const url = origin + call
  return (
    <Section id={id} title={summary} level={3}>
      <OperationPath path={path} />
      <SectionDetails summary={texts.lookupDetails}>
        <div class="operation">
          <div class="operation-text">
            {others.length === 0 ? undefined : (
              <p>
                {texts.alsoAt} {others.map((other, at) => [at === 0 ? '' : ', ', <code key={other}>{other}</code>])}
              </p>
            )}
            <p>
              {needsKey ? `${texts.needsKey} ` : ''}
              {cacheSeconds === 0 ? texts.notCached : texts.cached(cacheSeconds)}
            </p>
          </div>
          <div class="operation-code">
            <CodeBlock
              id={`${id}-call`}
              label={texts.callOf(path)}
              code={needsKey ? `curl -H "X-API-Key: $HEADCOUNT_KEY" \\\n  "${url}"` : `curl "${url}"`}
              catalog={catalog}
            />
            {answer === undefined ? (
              <p>{texts.empty}</p>
            ) : (
              <CodeBlock id={`${id}-answer`} label={texts.example(path)} code={compactJson(answer)} catalog={catalog} />
            )}
          </div>
        </div>
      </SectionDetails>
    </Section>
  )
}

/** `/Groups/GroupName/:keyword` as `/Groups/GroupName/{keyword}`; of an optional end only the end. */
const readablePath = (path: string): string => path.replace(/\{(\/:\w+)\}/, '$1').replace(/:(\w+)/g, '{$1}')

export function ChangesSection({ reference: { versions }, catalog }: Props) {
  const texts = catalog.web.reference
  return (
    <Section id="changes" title={texts.changes}>
      {texts.changesText.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {versions.map(({ version, date, changes }) => (
        <section key={version} aria-labelledby={`version-${version}`}>
          <h3 id={`version-${version}`}>
            {version} <small>{date}</small>
          </h3>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </section>
      ))}
    </Section>
  )
}

export function LicensingSection({
  catalog,
  contact,
}: Pick<Props, 'catalog'> & { readonly contact: string | undefined }) {
  const texts = catalog.web.reference
  return (
    <Section id="licensing" title={texts.licensing}>
      <p>
        {texts.licensingText} {contact === undefined ? undefined : <Contact contact={contact} />}
      </p>
    </Section>
  )
}
