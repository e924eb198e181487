// The table of the notifications other than alerts that are on, each with a button that posts a sample.
import { minuteOf } from '../../../../domain/clock.js'
import { digestIn } from '../../../../domain/notifications/evaluators/digest.js'
import { channelOf, firstKind, NOTIFICATION_CHOICES } from '../../../../domain/notifications/settings.js'
import { describeDigest } from '../../../../messages/rule-text.js'
import { StackedTable } from '../../components/scroll.js'
import { MAX_FIRST_ROWS, MAX_SETTING_ROWS, MoreRows, type SettingsTableProps } from './rule-table.js'

export function KindTable({ context, settings, mayChange, address, channelName, wholeList }: SettingsTableProps) {
  const { catalog, timeZone, services } = context
  const now = minuteOf(services.clock.now())
  const texts = catalog.web.alerts
  const rows = settings.flatMap(({ game, routes, rules }) =>
    NOTIFICATION_CHOICES.flatMap((choice) => {
      const route = routes.find(({ kind }) => kind === firstKind(choice))
      const channelId = channelOf(firstKind(choice), game, route)
      if (channelId === undefined || (choice === 'alert' && rules.length === 0)) return []
      const when =
        choice === 'digest' && route?.digest
          ? describeDigest(digestIn(route.digest, timeZone, now), catalog)
          : undefined
      return [{ game, choice, channelId, name: catalog.notify.kinds[choice], when }]
    }),
  )
  const maxRows = wholeList === undefined ? MAX_SETTING_ROWS : MAX_FIRST_ROWS
  return (
    <section aria-labelledby="kinds">
      <h2 id="kinds">{texts.kinds}</h2>
      <p class="muted">{rows.length === 0 ? texts.noKinds : texts.kindsText}</p>
      {rows.length === 0 ? undefined : (
        <StackedTable
          label={texts.kinds}
          heads={[texts.what, texts.game, texts.where]}
          action={mayChange ? texts.test : undefined}
          isBrief
        >
          {rows.slice(0, maxRows).map(({ game, choice, channelId, name, when }) => (
            <tr key={`${game.id} ${choice}`}>
              <th scope="row">{when === undefined ? name : `${name}, ${when}`}</th>
              <td data-label={texts.game}>{game.name}</td>
              <td data-label={texts.where}>{channelName(channelId)}</td>
              {mayChange ? (
                <td class="action">
                  <div class="row">
                    {(['test', 'off'] as const).map((verb) => (
                      <form key={verb} class="inline" method="post" action={`${address}/${verb}`}>
                        <input type="hidden" name="game" value={`${game.id}`} />
                        <input type="hidden" name="kind" value={choice} />
                        <button
                          class="small"
                          type="submit"
                          aria-label={(verb === 'test' ? texts.testLabel : texts.switchOffLabel)(name, game.name)}
                        >
                          {verb === 'test' ? texts.test : texts.switchOff}
                        </button>
                      </form>
                    ))}
                  </div>
                </td>
              ) : undefined}
            </tr>
          ))}
        </StackedTable>
      )}
      {wholeList === undefined || rows.length <= MAX_FIRST_ROWS ? undefined : (
        <p>
          <a class="button" href={`${wholeList}#kinds`}>
            {texts.showAll(catalog.number(rows.length))}
          </a>
        </p>
      )}
      <MoreRows context={context} count={rows.length} />
    </section>
  )
}
