// The list of the sections of the API reference: at the side, and on phones in a menu that opens.
import type { ReferenceTexts } from './parts.js'
import type { Reference } from './read-reference.js'

interface Props {
  readonly reference: Reference
  readonly texts: ReferenceTexts
}

interface ContentsEntry {
  readonly href: string
  readonly label: string
  readonly isPath?: true
}

interface ContentsGroup {
  readonly title: string | undefined
  readonly entries: readonly ContentsEntry[]
}

function groupsOf({ groups, objects }: Reference, texts: ReferenceTexts): ContentsGroup[] {
  const general = [
    ['key', texts.key],
    ['limits', texts.limits],
    ['rules', texts.rules],
    ['errors', texts.errors],
  ] as const
  const closing = [
    ['legacy', texts.legacy],
    ['changes', texts.changes],
    ['licensing', texts.licensing],
  ] as const
  const link = ([id, label]: readonly [string, string]) => ({ href: `#${id}`, label })
  return [
    { title: undefined, entries: general.map(link) },
    ...groups.map(({ tag, endpoints }) => ({
      title: tag === '' ? texts.endpoints : tag,
      entries: endpoints.map(({ id, path }) => ({ href: `#${id}`, label: path, isPath: true as const })),
    })),
    ...(objects.length === 0
      ? []
      : [{ title: texts.objects, entries: objects.map(({ name }) => ({ href: `#${name}`, label: name })) }]),
    { title: undefined, entries: closing.map(link) },
  ]
}

export function Contents({ reference, texts }: Props) {
  const list = groupsOf(reference, texts).map(({ title, entries }, at) => (
    <li key={at}>
      {title === undefined ? undefined : <span class="contents-title">{title}</span>}
      <ul>
        {entries.map(({ href, label, isPath }) => (
          <li key={href}>
            <a href={href}>{isPath ? <code>{label}</code> : label}</a>
          </li>
        ))}
      </ul>
    </li>
  ))
  return (
    <>
      <nav class="contents at-side" aria-label={texts.contents}>
        <ul>{list}</ul>
      </nav>
      <details class="contents on-phone">
        <summary>{texts.contents}</summary>
        <nav aria-label={texts.contents}>
          <ul>{list}</ul>
        </nav>
      </details>
    </>
  )
}
