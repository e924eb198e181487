// The sections of the API reference that concern every call: the key, limits, what holds for all, and errors.
import { ERROR_CODES } from '../../../domain/error.js'
import { PLAN_NAMES, type Plans } from '../../../domain/plan.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { STATUS } from '../../send-error.js'
import { StackedTable } from '../components/scroll.js'
import { compactJson } from './highlight.js'
import { CodeBlock, Prose, Section } from './parts.js'

interface TextProps {
  readonly catalog: MessageCatalog
}

interface KeySectionProps extends TextProps {
  /** Where the reader's keys are; undefined where nobody is signed in. */
  readonly keys: string | undefined
}

export function KeySection({ catalog, keys }: KeySectionProps) {
  const texts = catalog.web.reference
  return (
    <Section id="key" title={texts.key}>
      <p>{texts.keyText}</p>
      <p>{texts.keyHow}</p>
      <CodeBlock id="key-command" label={texts.key} code={texts.keyCommand} catalog={catalog} />
      <p>
        {keys === undefined ? (
          <a href="/sign-in?return=%2Fdocs">{texts.keySignIn}</a>
        ) : (
          <a href={keys}>{texts.keyOwn}</a>
        )}
      </p>
    </Section>
  )
}

export function LimitsSection({ catalog, plans }: TextProps & { readonly plans: Plans }) {
  const texts = catalog.web.reference
  const { planColumns, days, forever } = texts
  const heads = Object.values(planColumns)
  return (
    <Section id="limits" title={texts.limits}>
      <p>{texts.limitsText}</p>
      <StackedTable label={texts.limits} heads={[texts.plan, ...heads]}>
        {PLAN_NAMES.map((name) => {
          const { requestsPerMinute, maxGames, intervalMinutes, fullDays, hourlyDays } = plans[name]
          const cells = [
            requestsPerMinute === null ? texts.noApi : catalog.number(requestsPerMinute),
            catalog.number(maxGames),
            texts.minutes(intervalMinutes),
            days(catalog.number(fullDays)),
            hourlyDays === 'forever' ? forever : days(catalog.number(hourlyDays)),
            forever,
          ]
          return (
            <tr key={name}>
              <th scope="row">{catalog.web.frame.plans[name]}</th>
              {cells.map((cell, at) => (
                <td key={at} data-label={heads[at]}>
                  {cell}
                </td>
              ))}
            </tr>
          )
        })}
      </StackedTable>
      <dl class="terms">
        {texts.limitHeaders.map(([name, meaning]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <ul>
        {texts.moreLimits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
    </Section>
  )
}

export function RulesSection({ catalog }: TextProps) {
  const texts = catalog.web.reference
  return (
    <Section id="rules" title={texts.rules}>
      <dl class="terms">
        {texts.ruleList.map(([name, rule]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Prose text={rule} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const EXAMPLE_ERROR = {
  success: false,
  error: 'The endpoint has no parameter intervall (did you mean interval?).',
  code: 'INVALID_PARAMETERS',
}

export function ErrorsSection({ catalog }: TextProps) {
  const texts = catalog.web.reference
  return (
    <Section id="errors" title={texts.errors}>
      <p>{texts.errorsText}</p>
      <CodeBlock id="error-example" label={texts.errors} code={compactJson(EXAMPLE_ERROR)} catalog={catalog} />
      <table class="fields" aria-label={texts.errors}>
        <thead>
          <tr>
            <th scope="col">{texts.code}</th>
            <th scope="col">{texts.means}</th>
          </tr>
        </thead>
        <tbody>
          {ERROR_CODES.map((code) => {
            const [means, act] = texts.errorTexts[code]
            return (
              <tr key={code}>
                <th scope="row">
                  <code class="field-name">
                    {code.split('_').map((part, at) => [at === 0 ? '' : ['_', <wbr key={part} />], part])}
                  </code>
                  <span class="field-type">{STATUS[code]}</span>
                </th>
                <td>
                  {means} {act}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Section>
  )
}
