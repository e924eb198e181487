// Shows a new key once, in the response to the form itself, so that it appears in no URL and no browser history.
import type { ComponentChildren } from 'preact'
import type { NewKey } from '../../../../services/management/manage-keys.js'
import { Copyable } from '../../components/copyable.js'
import type { NavEntry, RequestContext, View } from '../../page.js'
import { KeyInstructions } from './key-instructions.js'

interface NewKeyProps {
  readonly key: NewKey
  /** The list of keys. */
  readonly list: NavEntry
  /** What happened to the previous key. */
  readonly more?: ComponentChildren
}

export function newKeyView(
  context: Pick<RequestContext, 'catalog' | 'settings'>,
  newKey: NewKeyProps & { readonly plan: readonly string[] },
): View {
  const { catalog } = context
  const { key, list, more, plan } = newKey
  const texts = catalog.web.keys
  return {
    title: texts.made,
    breadcrumbs: [list],
    scripts: ['copy'],
    body: (
      <>
        <h1>{texts.made}</h1>
        <p class="message success" role="status">
          {texts.madeText(key.name)} {more}
        </p>
        <Copyable id="key" label={texts.secret} text={key.secret} catalog={catalog} />
        {plan.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <KeyInstructions context={context} secret={key.secret} />
        <p>
          <a class="button" href={list.href}>
            {texts.toList}
          </a>
        </p>
      </>
    ),
  }
}
