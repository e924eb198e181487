// The list of what is posted about the games of an account: alert rules, other notifications, and what was delivered.
import { z } from 'zod'
import { mayAct } from '../../../../domain/auth/session.js'
import type { Game } from '../../../../domain/game.js'
import { page } from '../../define.js'
import type { RequestContext } from '../../page.js'
import { MAX_ACCOUNT_NOTIFICATIONS, Notifications } from '../account/notifications.js'
import { ALERTS_PATH, alertsAddress, gameOptions, namedGames } from './addresses.js'
import { channelNamer, roleOptions } from './channels.js'
import { FormError } from './fields.js'
import { KIND_FIELDS, KindForm } from './kind-form.js'
import { KindTable } from './kind-table.js'
import { RuleTable } from './rule-table.js'

export const alerts = page({
  path: ALERTS_PATH,
  access: 'viewer',
  nav: (catalog) => catalog.web.alerts.title,
  query: z.object({ game: z.string().max(20).catch('').default('') }),
  handle: async (context) => {
    const { services, catalog, member, query, timeZone } = context
    const texts = catalog.web.alerts
    const address = alertsAddress(member)
    const all = await namedGames(context, '')
    const games = query.game === '' ? all : await namedGames(context, query.game)
    const list = await services.servers.list(member.account)
    const settings = await Promise.all(
      games.map(async (game) => ({ game, ...(await services.notifications.of(game)) })),
    )
    const listed = await services.notifications.list({
      account: member.account,
      limit: MAX_ACCOUNT_NOTIFICATIONS,
      ...(query.game === '' ? {} : { gameIds: games.map(({ id }) => id) }),
    })
    const mayChange = mayAct(member.role, 'manager')
    const channelName = channelNamer(list, catalog)
    const shared = { context, settings, mayChange, address, channelName }
    const roles = new Map(roleOptions(list, catalog))
    return {
      title: texts.title,
      body: (
        <>
          <div class="row apart">
            <hgroup>
              <h1>{texts.title}</h1>
              <p>{texts.lead}</p>
            </hgroup>
            {mayChange && all.length > 0 ? (
              <a class="button primary" href={`${address}/new${query.game === '' ? '' : `?game=${query.game}`}`}>
                {texts.add}
              </a>
            ) : undefined}
          </div>
          <FormError context={context} fields={KIND_FIELDS} />
          {list.isConnected ? undefined : <p class="message">{texts.notConnected}</p>}
          {list.servers.length > 0 ? undefined : (
            <p class="message">
              {texts.noServer} <a href={`/accounts/${member.account.id}/discord`}>{texts.toServers}</a>
            </p>
          )}
          {all.length > 1 ? <GameFilter {...{ context, address }} games={all} chosen={query.game} /> : undefined}
          <RuleTable {...shared} roleName={(id) => roles.get(id) ?? texts.unknownRole(id)} />
          <KindTable {...shared} />
          {mayChange && all.length > 0 ? (
            <KindForm {...{ context, list, address }} games={all} chosen={query.game} />
          ) : undefined}
          <Notifications {...{ catalog, timeZone, listed, channelName }} />
        </>
      ),
    }
  },
})

interface GameFilterProps {
  readonly context: Pick<RequestContext, 'catalog'>
  readonly address: string
  readonly games: readonly Game[]
  readonly chosen: string
}

const GameFilter = ({ context: { catalog }, address, games, chosen }: GameFilterProps) => (
  <form class="inline row" method="get" action={address}>
    <label for="only-game">{catalog.web.alerts.filter}</label>
    <select id="only-game" name="game">
      {([['', catalog.web.alerts.allGames], ...gameOptions(games)] as const).map(([value, label]) => (
        <option key={value} value={value} selected={value === chosen}>
          {label}
        </option>
      ))}
    </select>
    <button type="submit">{catalog.web.alerts.show}</button>
  </form>
)
