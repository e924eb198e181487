// The pages on which an alert rule is added and changed, with its replay over the past.
import { z } from 'zod'
import { HeadcountError } from '../../../../domain/error.js'
import type { Game } from '../../../../domain/game.js'
import type { RuleChoice } from '../../../../domain/notifications/settings.js'
import { conditionText } from '../../../../messages/event-text.js'
import { STATUS } from '../../../send-error.js'
import { action, page } from '../../define.js'
import { themeQuery, widthQuery } from '../../game/picture.js'
import type { FormRejection, View } from '../../page.js'
import { checkEveryField } from '../../requests/every-fault.js'
import { pageErrorText } from '../../requests/form-errors.js'
import { ALERTS_PATH, alertsAddress, alertsEntry, gameOptions, namedGames, namedRule } from './addresses.js'
import { ChannelField, chosenChannel, roleOptions } from './channels.js'
import { Select } from './fields.js'
import {
  defaultValues,
  FIT_VALUES,
  RuleFields,
  type RuleValues,
  readRuleValues,
  ruleForm,
  ruleQuery,
  valuesOf,
} from './rule-form.js'
import { type MemberContext, previewPart, previewPicture } from './rule-preview.js'

const MAX_PREVIEWS_PER_MINUTE = 120
const MAX_CHANGES_PER_MINUTE = 60

const place = z.string().max(100).default('')
const newForm = ruleForm.extend({ game: place, channel: place })
const ruleParams = z.object({ rule: z.string() })

interface FormQuery {
  readonly title: string
  readonly address: string
  readonly values: RuleValues
  readonly channel: string
  readonly games: readonly Game[]
  /** Empty: all games. Undefined where the game is settled. */
  readonly gameText: string | undefined
}

/** What cannot be is shown at its field in a preview too, as it is where the form is saved. */
async function ruleView(context: MemberContext, query: FormQuery): Promise<View> {
  const rejected = context.rejection ?? (await rejectionOf(context, query))
  const view = await formView({ ...context, rejection: rejected }, query)
  if (rejected === undefined || context.rejection !== undefined) return view
  const title = context.catalog.web.faults.pageTitle(view.title)
  return { ...view, title, status: STATUS[rejected.error.code], problem: pageErrorText(rejected, context.catalog) }
}

async function rejectionOf(context: MemberContext, query: FormQuery): Promise<FormRejection | undefined> {
  const { values, address } = query
  try {
    await checkEveryField(values, FIT_VALUES, async (one) => checkedRule(context, one))
    return undefined
  } catch (error) {
    if (error instanceof HeadcountError) return { error, values, path: address }
    throw error
  }
}

type CheckContext = Pick<MemberContext, 'services' | 'timeZone'>

function checkedRule({ services, timeZone }: CheckContext, values: RuleValues): RuleChoice {
  const rule = readRuleValues(values, timeZone)
  services.notifications.checkRule(rule)
  return rule
}

interface ChosenRule {
  readonly rule: RuleChoice
  readonly channelId: string | undefined
}

/** The rule and the channel of a form; a rejection has all that is wrong with either. */
const chosenRule = (
  context: CheckContext & Pick<MemberContext, 'catalog' | 'member'>,
  form: RuleValues & { readonly channel: string },
): Promise<ChosenRule> =>
  checkEveryField(form, { ...FIT_VALUES, channel: '' }, async (one) => ({
    rule: checkedRule(context, one),
    channelId: await chosenChannel(context, one.channel),
  }))

async function formView(context: MemberContext, query: FormQuery): Promise<View> {
  const { catalog, services, member } = context
  const { title, address, values, channel, games, gameText } = query
  const texts = catalog.web.alerts
  const list = await services.servers.list(member.account)
  const previewed = games.find(({ id }) => `${id}` === gameText) ?? games[0]
  return {
    title,
    scripts: ['alerts'],
    breadcrumbs: [alertsEntry(catalog, member)],
    body: (
      <>
        <hgroup>
          <h1>{title}</h1>
          {gameText === undefined ? <p>{previewed?.name}</p> : undefined}
        </hgroup>
        <div class="alongside">
          <form class="panel" method="post" action={address} data-preview={address}>
            {gameText === undefined ? undefined : (
              <Select
                context={context}
                name="game"
                label={texts.game}
                hint={texts.gameHint}
                chosen={gameText}
                options={[['', texts.allGames], ...gameOptions(games)]}
              />
            )}
            <RuleFields {...{ context, values }} roles={roleOptions(list, catalog)} />
            <ChannelField {...{ context, list }} chosen={channel} />
            <div class="row">
              <button class="primary" type="submit">
                {texts.save}
              </button>
              <button type="submit" formMethod="get" formNoValidate>
                {texts.preview}
              </button>
            </div>
          </form>
          {await previewPart({ context, game: previewed, values })}
        </div>
      </>
    ),
  }
}

const shownValues = (
  { rejection }: MemberContext,
  query: { readonly [Name in keyof RuleValues]?: string | undefined },
  otherwise: RuleValues,
): RuleValues & Readonly<Record<string, string>> => ({
  ...otherwise,
  ...Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
  ...rejection?.values,
})

export const newRule = page({
  path: `${ALERTS_PATH}/new`,
  access: 'manager',
  limit: MAX_PREVIEWS_PER_MINUTE,
  query: ruleQuery,
  handle: async (context) => {
    const { catalog, query, member, timeZone } = context
    const { game, channel, ...typed } = query
    const games = await namedGames(context, '')
    const values = shownValues(context, typed, defaultValues(timeZone))
    return ruleView(context, {
      title: catalog.web.alerts.newTitle,
      address: `${alertsAddress(member)}/new`,
      values,
      channel: values.channel ?? channel ?? '',
      games,
      gameText: values.game ?? game ?? (games.length === 1 ? `${games[0]?.id}` : ''),
    })
  },
})

export const addRule = action({
  path: newRule.path,
  access: 'manager',
  limit: MAX_CHANGES_PER_MINUTE,
  form: newForm,
  formPage: newRule,
  handle: async (context) => {
    const { services, catalog, form, member } = context
    const { alerts: texts } = catalog.web
    const { rule, channelId } = await chosenRule(context, form)
    const games = await namedGames(context, form.game)
    const { added, existing } = await services.notifications.addRules(games, rule, channelId)
    const namedIn = (some: readonly Game[]): string =>
      some.length === 1 ? (some[0]?.name ?? '') : texts.addedCount(catalog.number(some.length))
    const text = conditionText(rule, catalog)
    const toast =
      added.length === 0
        ? texts.existed(text, namedIn(existing))
        : existing.length === 0
          ? texts.added(text, namedIn(added))
          : texts.addedToOthers(text, namedIn(added), namedIn(existing))
    return { to: alertsAddress(member), toast }
  },
})

export const editRule = page({
  path: `${ALERTS_PATH}/:rule/edit`,
  access: 'manager',
  limit: MAX_PREVIEWS_PER_MINUTE,
  params: ruleParams,
  query: ruleQuery,
  handle: async (context) => {
    const { catalog, services, query, member, params, timeZone } = context
    const { rule, game } = await namedRule(context, params.rule)
    const { game: _, channel, ...typed } = query
    const values = shownValues(context, typed, valuesOf(rule, timeZone))
    const current = (await services.notifications.of(game)).routes.find(({ kind }) => kind === 'alert')?.channelId
    return ruleView(context, {
      title: catalog.web.alerts.editTitle,
      address: `${alertsAddress(member)}/${rule.id}/edit`,
      values,
      channel: values.channel ?? channel ?? current ?? '',
      games: [game],
      gameText: undefined,
    })
  },
})

export const changeRule = action({
  path: editRule.path,
  access: 'manager',
  limit: MAX_CHANGES_PER_MINUTE,
  params: ruleParams,
  form: ruleForm.extend({ channel: place }),
  formPage: editRule,
  handle: async (context) => {
    const { services, catalog, form, member, params } = context
    const { rule, game } = await namedRule(context, params.rule)
    const { rule: choice, channelId } = await chosenRule(context, form)
    await services.notifications.changeRule(member.account, rule.id, choice)
    await services.notifications.moveAlerts(game, channelId ?? null)
    return { to: alertsAddress(member), toast: catalog.web.alerts.changed(conditionText(choice, catalog)) }
  },
})

export const rulePicture = page({
  path: `${ALERTS_PATH}/preview.png`,
  access: 'manager',
  limit: MAX_PREVIEWS_PER_MINUTE,
  query: ruleForm.extend({ game: place, theme: themeQuery, width: widthQuery }),
  handle: async (context) => {
    const { game: text, theme, width, ...values } = context.query
    const [game] = await namedGames(context, text)
    if (game === undefined) return { to: alertsAddress(context.member) }
    return previewPicture(context, { game, values, theme, width })
  },
})
