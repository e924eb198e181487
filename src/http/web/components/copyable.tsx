// A text with a copy button, which is visible only where a script makes it work.
import type { MessageCatalog } from '../../../messages/catalog.js'

interface CopyableProps {
  readonly id: string
  readonly label: string
  readonly text: string
  readonly catalog: MessageCatalog
  /** Attributes of the text. */
  readonly code?: Readonly<Record<string, string | number | boolean>>
}

export function Copyable({ id, label, text, code, catalog: { web } }: CopyableProps) {
  const { copy, copyLabel, copied, copyByHand } = web.keys
  return (
    <div class="copyable">
      <pre class="commands">
        <code id={id} {...code}>
          {text}
        </code>
      </pre>
      <button
        type="button"
        class="small"
        hidden
        aria-label={copyLabel(label)}
        data-copy={id}
        data-done={copied}
        data-by-hand={copyByHand}
      >
        {copy}
      </button>
      <span class="muted" role="status" />
    </div>
  )
}
