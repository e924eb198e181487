// The list of what is posted about the games of an account: alert rules, other notifications, and what was delivered.
import { z } from 'zod'
import { mayAct } from '../../../../domain/auth/session.js'
import type { Game } from '../../../../domain/game.js'
import { page } from '../../define.js'
import type { RequestContext } from '../../page.js'
import { MAX_ACCOUNT_NOTIFICATIONS, Notifications } from '../account/notifications.js'
import { ALERTS_PATH, alertsAddress, gameOptions, namedGames } from './addresses.js'
import { channelNamer, roleOptions } from './channels.js'
import { KindForm } from './kind-form.js'
import { KindTable } from './kind-table.js'
import { MAX_FIRST_ROWS, RuleTable } from './rule-table.js'

export const alerts = page({
  path: ALERTS_PATH,
  access: 'viewer',
  nav: (catalog) => catalog.web.alerts.title,
  query: z.object({ game: z.string().max(20).catch('').default(''), all: z.literal('1').optional().catch(undefined) }),
  handle: async (context) => {
    const { services, catalog, member, query, timeZone } = context
    const texts = catalog.web.alerts
    const address = alertsAddress(member)
    const everyGame = await namedGames(context, '')
    const games = query.game === '' ? everyGame : await namedGames(context, query.game)
    const list = await services.servers.list(member.account)
    const settingsOf = await services.notifications.ofAccount(member.account)
    const settings = games.map((game) => ({ game, ...settingsOf(game) }))
    const listed = await services.notifications.list({
      account: member.account,
      limit: MAX_ACCOUNT_NOTIFICATIONS,
      ...(query.game === '' ? {} : { gameIds: games.map(({ id }) => id) }),
    })
    const mayChange = mayAct(member.role, 'manager')
    const channelName = channelNamer(list, catalog)
    const wholeList =
      query.all === undefined ? `${address}?${new URLSearchParams({ ...gameField(query.game), all: '1' })}` : undefined
    const shared = { context, settings, mayChange, address, channelName, wholeList }
    const newest = wholeList === undefined ? listed : listed.slice(0, MAX_FIRST_ROWS)
    const more = {
      href: `${wholeList}#notifications`,
      label: texts.showAll(catalog.number(listed.length)),
    }
    const roles = new Map(roleOptions(list, catalog))
    const onlyGame = query.game === '' ? [] : games.map(({ name }) => name)
    return {
      title: [texts.title, ...onlyGame, ...(wholeList === undefined ? [texts.wholeList] : [])].join(', '),
      dependsOnZone: true,
      body: (
        <>
          <div class="row apart">
            <hgroup>
              <h1>{texts.title}</h1>
              <p>{texts.lead}</p>
            </hgroup>
            {mayChange && everyGame.length > 0 ? (
              <a class="button primary" href={`${address}/new${query.game === '' ? '' : `?game=${query.game}`}`}>
                {texts.add}
              </a>
            ) : undefined}
          </div>
          {list.isConnected ? undefined : <p class="message">{texts.notConnected}</p>}
          {list.servers.length > 0 ? undefined : (
            <p class="message">
              {texts.noServer} <a href={`/accounts/${member.account.id}/discord`}>{texts.toServers}</a>
            </p>
          )}
          {everyGame.length > 1 ? (
            <GameFilter {...{ context, address }} games={everyGame} chosen={query.game} />
          ) : undefined}
          <RuleTable {...shared} roleName={(id) => roles.get(id) ?? texts.unknownRole(id)} />
          <KindTable {...shared} />
          {mayChange && everyGame.length > 0 ? (
            <KindForm {...{ context, list, address }} games={everyGame} chosen={query.game} />
          ) : undefined}
          <Notifications
            {...{ catalog, timeZone, channelName, listed: newest, ...(newest.length < listed.length && { more }) }}
          />
        </>
      ),
    }
  },
})

const gameField = (game: string): { game?: string } => (game === '' ? {} : { game })

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
