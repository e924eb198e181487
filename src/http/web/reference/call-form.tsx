// A form that sends the call of an endpoint from the browser. It is visible only where its script runs. The field of the
// key has no name, so that no browser puts the key into an address or a form that is sent.
import { Scroll } from '../components/scroll.js'
import type { ReferenceTexts } from './parts.js'
import type { ReferenceOperation, ReferenceParameter } from './read-reference.js'

interface Props {
  readonly operation: ReferenceOperation
  readonly texts: ReferenceTexts
  /** The example call, whose values the form begins with. */
  readonly call: string
}

export function CallForm({ operation: { id, path, parameters }, texts, call }: Props) {
  return (
    <details class="call-form" hidden>
      <summary>{texts.try}</summary>
      <form
        method="post"
        autocomplete="off"
        data-call={path}
        data-sending={texts.sending}
        data-failed={texts.failed}
        data-cut={texts.cut}
      >
        <div class="field">
          <label for={`${id}-key`}>{texts.tryKey}</label>
          <input
            id={`${id}-key`}
            type="text"
            class="secret"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            required
            // Anything else cannot be sent in a header.
            pattern="[!-~]+"
            title={texts.keyForm}
            maxLength={200}
            aria-describedby={`${id}-key-note`}
            data-key
          />
          <small id={`${id}-key-note`}>{texts.tryNote}</small>
        </div>
        {parameters.map((parameter) => (
          <ParameterField key={parameter.row.path[0]} {...{ id, parameter, path, call }} />
        ))}
        <button type="submit">{texts.send}</button>
        <output class="call-result" hidden>
          <span class="call-status" />
          <Scroll label={texts.result(path)}>
            <pre />
          </Scroll>
        </output>
      </form>
    </details>
  )
}

interface ParameterFieldProps {
  readonly id: string
  readonly parameter: ReferenceParameter
  readonly path: string
  readonly call: string
}

function ParameterField({ id, parameter, path, call }: ParameterFieldProps) {
  const { row, where, fallback } = parameter
  const name = row.path[0] ?? ''
  const field = { id: `${id}-in-${name}`, name, 'data-in': where, required: row.isRequired }
  const value = sentIn(call, path, name)
  return (
    <div class="field">
      <label for={field.id}>{name}</label>
      {row.enumValues.length > 0 ? (
        <select {...field}>
          {row.isRequired ? undefined : <option value="">{fallback ?? ''}</option>}
          {row.enumValues
            .filter((word) => row.isRequired || word !== fallback)
            .map((word) => (
              <option key={word} value={word} selected={word === value}>
                {word}
              </option>
            ))}
        </select>
      ) : (
        <input
          {...field}
          type="text"
          value={value}
          placeholder={fallback ?? ''}
          autocomplete="off"
          spellcheck={false}
        />
      )}
    </div>
  )
}

/** What the call sends for a parameter; empty where it sends nothing. */
function sentIn(call: string, path: string, name: string): string {
  const [sent = '', query = ''] = call.split('?')
  const at = path.split('/').indexOf(`{${name}}`)
  return at >= 0 ? (sent.split('/')[at] ?? '') : (new URLSearchParams(query).get(name) ?? '')
}
