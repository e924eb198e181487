// The table of alert rules, with the buttons of each.
import type { Game } from '../../../../domain/game.js'
import { channelOf, type NotificationRoute, type Rule } from '../../../../domain/notifications/settings.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import { describeRule } from '../../../../messages/rule-text.js'
import { type Confirmation, ConfirmButton } from '../../components/confirm.js'
import { StackedTable } from '../../components/scroll.js'
import type { RequestContext } from '../../page.js'

export interface GameSettings {
  readonly game: Game
  readonly routes: readonly NotificationRoute[]
  readonly rules: readonly Rule[]
}

export interface SettingsTableProps {
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone' | 'services'>
  readonly settings: readonly GameSettings[]
  readonly mayChange: boolean
  readonly address: string
  /** The address of the page with whole lists; undefined on that page. */
  readonly wholeList: string | undefined
  channelName(channelId: string): string
}

/** A page with more would be slow, and nobody reads it. */
export const MAX_SETTING_ROWS = 200

/** Long lists begin with so many rows: more would push the rest of the page out of reach on a phone. */
export const MAX_FIRST_ROWS = 8

interface RuleTableProps extends SettingsTableProps {
  roleName(roleId: string): string
}

export function RuleTable({ context, settings, mayChange, address, channelName, roleName }: RuleTableProps) {
  const { catalog } = context
  const texts = catalog.web.alerts
  const rows = settings.flatMap((one) => one.rules.map((rule) => ({ ...one, rule })))
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">{texts.rules}</h2>
      {rows.length === 0 ? (
        <p class="muted">{texts.noRules}</p>
      ) : (
        <StackedTable
          label={texts.rules}
          heads={[texts.rule, texts.game, texts.where, texts.state]}
          action={mayChange ? texts.edit : undefined}
        >
          {rows.slice(0, MAX_SETTING_ROWS).map(({ game, routes, rule }) => {
            const channelId = channelOf(
              'alert',
              game,
              routes.find(({ kind }) => kind === 'alert'),
            )
            const described = describeRule(rule, catalog, roleName)
            return (
              <tr key={rule.id}>
                <th scope="row">{described}</th>
                <td data-label={texts.game}>{game.name}</td>
                <td data-label={texts.where}>{channelId === undefined ? catalog.nothing : channelName(channelId)}</td>
                <td data-label={texts.state}>
                  <RuleState catalog={catalog} rule={rule} hasChannel={channelId !== undefined} />
                </td>
                {mayChange ? (
                  <td class="action">
                    <RuleActions {...{ catalog, rule, game, address, described }} />
                  </td>
                ) : undefined}
              </tr>
            )
          })}
        </StackedTable>
      )}
      <MoreRows context={context} count={rows.length} />
    </section>
  )
}

export const MoreRows = ({ context: { catalog }, count }: Pick<SettingsTableProps, 'context'> & { count: number }) =>
  count <= MAX_SETTING_ROWS ? null : (
    <p class="muted">{catalog.web.alerts.more(catalog.number(count - MAX_SETTING_ROWS))}</p>
  )

interface RuleStateProps {
  readonly catalog: MessageCatalog
  readonly rule: Rule
  readonly hasChannel: boolean
}

function RuleState({ catalog, rule, hasChannel }: RuleStateProps) {
  const { states } = catalog.web.alerts
  if (rule.isPaused) return <span class="badge">{states.paused}</span>
  return <span class={hasChannel ? 'badge success' : 'badge danger'}>{hasChannel ? states.on : states.noChannel}</span>
}

/** The question before a rule is deleted. */
export function removalOf(rule: Rule, game: Game, catalog: MessageCatalog, address: string): Confirmation {
  const { removeTitle: title, removeText, removeButton: yes, keep: no } = catalog.web.alerts
  const text = removeText(describeRule(rule, catalog, catalog.web.alerts.unknownRole), game.name)
  return { title, text, yes, no, action: `${address}/${rule.id}/remove` }
}

interface RuleActionsProps {
  readonly catalog: MessageCatalog
  readonly rule: Rule
  readonly game: Game
  readonly address: string
  readonly described: string
}

function RuleActions({ catalog, rule, game, address, described }: RuleActionsProps) {
  const texts = catalog.web.alerts
  const ruleAddress = `${address}/${rule.id}`
  return (
    <div class="row">
      <a class="button small" href={`${ruleAddress}/edit`} aria-label={texts.editLabel(described)}>
        {texts.edit}
      </a>
      <form class="inline" method="post" action={`${ruleAddress}/${rule.isPaused ? 'resume' : 'pause'}`}>
        <button
          class="small"
          type="submit"
          aria-label={rule.isPaused ? texts.resumeLabel(described) : texts.pauseLabel(described)}
        >
          {rule.isPaused ? texts.resume : texts.pause}
        </button>
      </form>
      <ConfirmButton
        id={`remove-${rule.id}`}
        label={texts.remove}
        isSmall
        about={texts.removeLabel(described)}
        href={`${ruleAddress}/remove`}
        {...removalOf(rule, game, catalog, address)}
      />
    </div>
  )
}
