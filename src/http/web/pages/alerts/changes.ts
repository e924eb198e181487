// What the buttons of the list do: pause, resume and delete a rule, switch a kind on and off, and post a sample.
import { z } from 'zod'
import { digestOf, NOTIFICATION_CHOICES, routedKinds } from '../../../../domain/notifications/settings.js'
import { conditionText } from '../../../../messages/event-text.js'
import { confirmView } from '../../components/confirm.js'
import { action, page } from '../../define.js'
import { checkEveryField } from '../../requests/every-fault.js'
import { ALERTS_PATH, alertsAddress, alertsEntry, namedGames, namedRule } from './addresses.js'
import { chosenChannel } from './channels.js'
import { alerts } from './list.js'
import { removalOf } from './rule-table.js'

const ruleParams = z.object({ rule: z.string() })
const ruleAccess = { access: 'manager', params: ruleParams } as const
const REMOVE = `${ALERTS_PATH}/:rule/remove`
const MAX_TESTS_PER_MINUTE = 10
const kind = z.enum(NOTIFICATION_CHOICES)
const game = z.string().max(20).default('')
/** A button names its game; only the form may mean all. */
const oneGame = z.string().min(1).max(20)

const pausing = (path: string, isPaused: boolean) =>
  action({
    ...ruleAccess,
    path,
    handle: async (context) => {
      const { services, catalog, member, params } = context
      const { rule } = await namedRule(context, params.rule)
      await services.notifications.pauseRule(member.account, rule.id, isPaused)
      const { paused, resumed } = catalog.web.alerts
      return { to: alertsAddress(member), toast: (isPaused ? paused : resumed)(conditionText(rule, catalog)) }
    },
  })

export const pauseRule = pausing(`${ALERTS_PATH}/:rule/pause`, true)
export const resumeRule = pausing(`${ALERTS_PATH}/:rule/resume`, false)

export const askToRemoveRule = page({
  ...ruleAccess,
  path: REMOVE,
  handle: async (context) => {
    const { catalog, member, params } = context
    const { rule, game } = await namedRule(context, params.rule)
    const back = alertsAddress(member)
    const breadcrumbs = [alertsEntry(catalog, member)]
    return confirmView({ ...removalOf(rule, game, catalog, back), back, breadcrumbs })
  },
})

export const removeRule = action({
  ...ruleAccess,
  path: REMOVE,
  handle: async (context) => {
    const { services, catalog, member, params } = context
    const { rule } = await namedRule(context, params.rule)
    await services.notifications.removeRule(member.account, rule.id)
    return { to: alertsAddress(member), toast: catalog.web.alerts.removed(conditionText(rule, catalog)) }
  },
})

export const switchOn = action({
  path: `${ALERTS_PATH}/on`,
  access: 'manager',
  form: z.object({
    kind,
    game,
    channel: z.string().max(300).default(''),
    at: z.string().max(20).default(''),
    every: z.string().max(20).default(''),
  }),
  formPage: alerts,
  handle: async (context) => {
    const { services, catalog, member, form, timeZone } = context
    const { alerts: texts } = catalog.web
    const games = await namedGames(context, form.game)
    const weekday = /^[1-7]$/.test(form.every) ? Number(form.every) : null
    const { digest, channelId } = await checkEveryField(form, { channel: '', at: '' }, async (one) => {
      const at = one.at.trim() === '' ? null : one.at
      const digest = one.kind === 'digest' ? digestOf({ every: null, weekday, at, timeZone }) : undefined
      return { digest, channelId: await chosenChannel(context, one.channel) }
    })
    for (const one of games)
      for (const routed of routedKinds(form.kind))
        await services.notifications.switchOn(one, routed, { channelId, digest })
    const named = games.length === 1 ? (games[0]?.name ?? '') : texts.addedCount(catalog.number(games.length))
    return { to: alertsAddress(member), toast: texts.switchedOn(catalog.notify.kinds[form.kind], named) }
  },
})

export const switchOff = action({
  path: `${ALERTS_PATH}/off`,
  access: 'manager',
  form: z.object({ kind, game: oneGame }),
  formPage: alerts,
  handle: async (context) => {
    const { services, catalog, member, form } = context
    const [one] = await namedGames(context, form.game)
    if (one) for (const routed of routedKinds(form.kind)) await services.notifications.switchOff(one, routed)
    const toast = catalog.web.alerts.switchedOff(catalog.notify.kinds[form.kind], one?.name ?? '')
    return { to: alertsAddress(member), toast }
  },
})

export const postSample = action({
  path: `${ALERTS_PATH}/test`,
  access: 'manager',
  limit: MAX_TESTS_PER_MINUTE,
  form: z.object({ kind, game: oneGame }),
  formPage: alerts,
  handle: async (context) => {
    const { services, catalog, member, form } = context
    const { alerts: texts } = catalog.web
    const [one] = await namedGames(context, form.game)
    if (one === undefined) return { to: alertsAddress(member) }
    const { isExample } = await services.samples.post({ account: member.account, game: one, choice: form.kind })
    const toast = isExample ? texts.tested(catalog.notify.kinds[form.kind], one.name) : texts.testedWithout(one.name)
    return { to: alertsAddress(member), toast }
  },
})
