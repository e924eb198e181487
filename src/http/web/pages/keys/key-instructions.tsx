// The two ways to send an API key, with commands to copy, and how to keep the key secret.

import { Copyable } from '../../components/copyable.js'
import type { RequestContext } from '../../page.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'settings'>
  /** The secret, only on the page that shows it once. */
  readonly secret?: string
}

export function KeyInstructions({ context: { catalog, settings }, secret }: Props) {
  const { send, byHeader, byBearer, placeholder, care, careText, reference } = catalog.web.keys
  const key = secret ?? '$KEY'
  const url = `${settings.origin}/api/v1/user`
  return (
    <>
      <section aria-labelledby="send">
        <h2 id="send">{send}</h2>
        {secret === undefined ? <p>{placeholder}</p> : undefined}
        <h3>{byHeader}</h3>
        <Copyable id="by-header" label={byHeader} text={`curl -H "X-API-Key: ${key}" ${url}`} catalog={catalog} />
        <h3>{byBearer}</h3>
        <Copyable
          id="by-bearer"
          label={byBearer}
          text={`curl -H "Authorization: Bearer ${key}" ${url}`}
          catalog={catalog}
        />
        <p>
          <a href="/docs">{reference}</a>
        </p>
      </section>
      <section aria-labelledby="care">
        <h2 id="care">{care}</h2>
        <ul>
          {careText.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    </>
  )
}
