// The form that switches a kind of notification on, for one game or all.
import type { Game } from '../../../../domain/game.js'
import { NOTIFICATION_CHOICES } from '../../../../domain/notifications/settings.js'
import { zoneName } from '../../../../domain/time/zone-name.js'
import type { ServerList } from '../../../../services/discord/list-servers.js'
import { typedAt } from '../../components/rejection-of.js'
import type { RequestContext } from '../../page.js'
import { gameOptions } from './addresses.js'
import { ChannelField } from './channels.js'
import { RuleField, Select } from './fields.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'rejection' | 'timeZone'>
  readonly list: ServerList
  readonly games: readonly Game[]
  readonly address: string
  readonly chosen: string
}

export function KindForm({ context, list, games, address, chosen }: Props) {
  const { catalog, timeZone } = context
  const texts = catalog.web.alerts
  const kinds = NOTIFICATION_CHOICES.filter((choice) => choice !== 'alert')
  const typed = (name: string, otherwise = ''): string => typedAt(context, name, otherwise)
  return (
    <form class="panel" method="post" action={`${address}/on`} aria-labelledby="kinds-form">
      <h2 id="kinds-form">{texts.kindsForm}</h2>
      <div class="pair">
        <Select
          context={context}
          name="kind"
          label={texts.kind}
          chosen={typed('kind')}
          options={kinds.map((choice) => [choice, catalog.notify.kinds[choice]])}
        />
        <Select
          context={context}
          name="game"
          label={texts.game}
          chosen={typed('game', chosen)}
          options={[['', texts.allGames], ...gameOptions(games)]}
        />
        <RuleField
          context={context}
          values={{ at: typed('at') }}
          name="at"
          label={texts.digestAt}
          hint={texts.digestHint(zoneName(timeZone))}
        />
        <Select
          context={context}
          name="every"
          label={texts.digestEvery}
          chosen={typed('every')}
          options={[
            ['', texts.digestDay],
            ...catalog.notify.weekdays.map((day, index) => [`${index + 1}`, texts.digestWeekday(day)] as const),
          ]}
        />
      </div>
      <ChannelField {...{ context, list }} chosen={typed('channel')} />
      <button type="submit">{texts.switchOn}</button>
    </form>
  )
}
