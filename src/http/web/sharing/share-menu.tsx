// The menu that shares what is on the screen: as links, picture, badge, frame, API call and Discord command. Each keeps
// metric, range and compared games (WEB-41).
import type { ComponentChildren } from 'preact'
import { minuteOf } from '../../../domain/clock.js'
import type { Span, SpanName } from '../../../domain/rules/span.js'
import type { GameViewer } from '../../../services/reading/game/describe-game.js'
import { Copyable } from '../components/copyable.js'
import { DropDown } from '../components/drop-down.js'
import { type ChartQuery, queryOf } from '../game/choice.js'
import { RANGE_PART, rangePart } from '../game/range-part.js'
import type { GameSubject } from '../game/subject.js'
import type { RequestContext } from '../page.js'
import { badgeLine, commandLine, commandNote, curlLine, iframeCode, seriesAddress } from './share-texts.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'settings' | 'services' | 'timeZone'>
  readonly subject: GameSubject
  readonly choice: ChartQuery
  /** The games in the chart, that of the page first. */
  readonly readers: readonly GameViewer[]
  readonly span: Span
  /** The named range that is shown; undefined for two times. */
  readonly range: SpanName | undefined
}

export function ShareMenu(props: Props) {
  const { context, subject, choice, readers, span, range } = props
  const { catalog, settings, services, timeZone } = context
  const { origin } = settings
  const texts = catalog.web.sharing
  const { game, isOwn } = subject.reader
  const query = queryOf(choice)
  // An unlisted link stays what it is, and does not name the game's own address.
  const base = isOwn && game.isPublic ? `/games/${game.universeId}` : subject.base
  const now = minuteOf(services.clock.now())
  const view = { origin, metric: choice.metric, readers, span, range, now, timeZone }
  const call = seriesAddress(view)
  return (
    <DropDown label={texts.share}>
      <div class="share" data-keeps-window>
        <Item label={texts.link} address={origin + base + query}>
          <Copyable id="share-link" label={texts.link} text={origin + base + query} catalog={catalog} />
          {game.isPublic || !isOwn ? undefined : <small class="muted">{texts.membersOnly}</small>}
        </Item>
        {subject.settings === undefined || game.isPublic ? undefined : (
          <form method="post" action={`${subject.base}/links`}>
            <div class="row apart">
              <span class="share-label">{texts.unlisted}</span>
              <button class="small" type="submit">
                {texts.makeLink}
              </button>
            </div>
            <input type="hidden" name="query" value={query} />
            <small class="muted">{texts.unlistedHint}</small>
          </form>
        )}
        <p>
          <a href={`${base}/chart.png${query}`}>{texts.picture}</a>
        </p>
        {game.isPublic ? (
          <PublicItems context={context} game={game} address={`${origin}/embed/games/${game.universeId}${query}`} />
        ) : undefined}
        {isOwn ? (
          <Item label={texts.curl} address={call}>
            <Copyable id="share-curl" label={texts.curl} text={curlLine(call)} catalog={catalog} />
          </Item>
        ) : undefined}
        <Item label={texts.command}>
          <Copyable
            id="share-command"
            label={texts.command}
            text={commandLine(view, catalog)}
            code={RANGE_PART}
            catalog={catalog}
          />
          <small class="muted" {...rangePart('share-command-note')}>
            {commandNote(view, catalog)}
          </small>
        </Item>
        {!game.isPublic && isOwn ? <small class="muted">{texts.notPublic}</small> : undefined}
      </div>
    </DropDown>
  )
}

function PublicItems({ context, game, address }: PublicItemsProps) {
  const { catalog, settings } = context
  const texts = catalog.web.sharing
  const alt = catalog.web.game.metricOf(catalog.metrics.choices.ccu, game.name)
  return (
    <>
      <Item label={texts.badge}>
        <Copyable
          id="share-badge"
          label={texts.badge}
          text={badgeLine(settings.origin, game.universeId, alt)}
          catalog={catalog}
        />
      </Item>
      <Item label={texts.frame} address={address}>
        <Copyable id="share-frame" label={texts.frame} text={iframeCode(address, alt)} catalog={catalog} />
      </Item>
    </>
  )
}

interface PublicItemsProps extends Pick<Props, 'context'> {
  readonly game: GameViewer['game']
  readonly address: string
}

interface ItemProps {
  readonly label: string
  /** The address in the text, whose range follows the visible part of the chart. */
  readonly address?: string
  readonly children: ComponentChildren
}

const Item = ({ label, address, children }: ItemProps) => (
  <div data-address={address}>
    <span class="share-label">{label}</span>
    {children}
  </div>
)
