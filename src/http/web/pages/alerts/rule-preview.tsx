// What a rule would have done over the stored past, as a sentence, a list and a picture with its marks.
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { Membership } from '../../../../domain/auth/session.js'
import { DAY_MINUTES, minuteOf, msOf } from '../../../../domain/clock.js'
import { HeadcountError } from '../../../../domain/error.js'
import type { Game } from '../../../../domain/game.js'
import type { RuleChoice } from '../../../../domain/notifications/settings.js'
import { errorText } from '../../../../messages/error-text.js'
import { writerOf } from '../../../../messages/notifications/alert.js'
import { ruleChart } from '../../../../messages/rule-text.js'
import { MAX_PREVIEW_DAYS, type RulePreview } from '../../../../services/notifications/preview-rule.js'
import type { Services } from '../../../../services/services.js'
import { countedAddress } from '../../../address.js'
import { TimedText } from '../../components/inline.js'
import { PICTURE, sizeOfWidth, type widthQuery } from '../../game/picture.js'
import type { FileResponse, RequestContext } from '../../page.js'
import { type RuleValues, readRuleValues } from './rule-form.js'

const MAX_SHOWN = 10
const NARROW = { width: 340, height: 300 } as const
const MAX_CACHE_SIZE = 50
const previewCaches = new WeakMap<Services, LRUCache<string, Promise<RulePreview>>>()

export type MemberContext = RequestContext & { readonly member: Membership }

/** The page and its picture share one replay, until the next minute. */
function replay({ services, member }: MemberContext, game: Game, rule: RuleChoice): Promise<RulePreview> {
  const cache = previewCaches.get(services) ?? new LRUCache<string, Promise<RulePreview>>({ max: MAX_CACHE_SIZE })
  previewCaches.set(services, cache)
  const { roleId: _, ...evaluated } = rule
  const key = JSON.stringify([game.id, member.account.plan, minuteOf(services.clock.now()), evaluated])
  const known = cache.get(key)
  if (known) return known
  const found = services.previewRule(member.account, game, rule, MAX_PREVIEW_DAYS)
  cache.set(key, found)
  found.catch(() => cache.delete(key))
  return found
}

interface PreviewQuery {
  readonly context: MemberContext
  readonly game: Game | undefined
  readonly values: RuleValues
}

/** The part of the page that its script fetches again while the values change. */
export async function previewPart({ context, game, values }: PreviewQuery) {
  const texts = context.catalog.web.alerts
  const isWrong = context.rejection !== undefined
  const body =
    game === undefined || isWrong ? (
      <p class="muted">{isWrong ? texts.previewWrong : texts.previewWait}</p>
    ) : (
      await replayed(context, game, values)
    )
  return (
    <section class="panel" id="preview" aria-labelledby="preview-title">
      <h2 id="preview-title">{texts.previewTitle}</h2>
      {body}
      <p class="message danger" data-failed hidden>
        {texts.previewFailed}
      </p>
    </section>
  )
}

async function replayed(context: MemberContext, game: Game, values: RuleValues) {
  const { catalog, timeZone, services, member } = context
  const texts = catalog.notify.previewed
  try {
    const rule = readRuleValues(values, timeZone)
    services.notifications.checkRule(rule)
    const preview = await replay(context, game, rule)
    const { alerts, platformDrops, readings, coarseUntil, span } = preview
    const readyFrom = await services.ruleReady(member.account, game, rule)
    const listed = alerts.slice(-MAX_SHOWN).reverse()
    const write = writerOf(rule.metric, catalog)
    const zoned = { catalog, timeZone }
    if (readings === 0) return <p>{texts.nothing}</p>
    const fired = texts.fired(alerts.length, catalog.rough((span.until - span.from) / DAY_MINUTES))
    return (
      <>
        <p>
          <strong role="status">{fired}</strong> <span class="muted">{catalog.web.alerts.previewOf(game.name)}</span>
        </p>
        {readyFrom === null ? undefined : (
          <p>
            <TimedText text={(when) => catalog.notify.notYet(when(msOf(readyFrom)))} {...zoned} />
          </p>
        )}
        {platformDrops.length === 0 ? undefined : <p>{texts.drops(platformDrops.length)}</p>}
        {coarseUntil === null ? undefined : (
          <p class="muted">
            <TimedText text={(when) => texts.coarse(when(msOf(coarseUntil)))} {...zoned} />
          </p>
        )}
        <Picture context={context} game={game} values={values} alt={`${game.name}: ${fired}`} />
        {listed.length === 0 ? undefined : (
          <ul>
            {listed.map(({ at, facts, recoveredAt }) => (
              <li key={at}>
                <TimedText
                  text={(when) => {
                    const end = recoveredAt === null ? texts.lasting : texts.until(when(msOf(recoveredAt), msOf(at)))
                    return texts.line(when(msOf(at)), write(facts.value), end)
                  }}
                  {...zoned}
                />
              </li>
            ))}
          </ul>
        )}
        {alerts.length > listed.length ? (
          <p class="muted">{texts.more(catalog.number(alerts.length - listed.length))}</p>
        ) : undefined}
      </>
    )
  } catch (error) {
    if (error instanceof HeadcountError && error.code === 'INVALID_PARAMETERS')
      return <p class="muted">{errorText(error, catalog)}</p>
    throw error
  }
}

interface PictureProps {
  readonly context: MemberContext
  readonly game: Game
  readonly values: RuleValues
  readonly alt: string
}

function Picture({ context: { member, browser }, game, values, alt }: PictureProps) {
  const address = (theme: string, width?: string) => {
    const query = new URLSearchParams({ ...values, game: `${game.id}`, theme, ...(width && { width }) })
    return `/accounts/${member.account.id}/alerts/preview.png?${query}`
  }
  const isAuto = browser.theme === 'auto'
  const fixed = browser.theme === 'dark' ? 'dark' : 'light'
  const [phone, dark] = ['(max-width: 36rem)', '(prefers-color-scheme: dark)']
  return (
    <picture>
      {isAuto ? <source media={`${phone} and ${dark}`} srcset={address('dark', 'narrow')} {...NARROW} /> : undefined}
      <source media={phone} srcset={address(fixed, 'narrow')} {...NARROW} />
      {isAuto ? <source media={dark} srcset={address('dark')} /> : undefined}
      <img class="replay" src={address(fixed)} alt={alt} {...PICTURE} />
    </picture>
  )
}

interface PictureQuery {
  readonly game: Game
  readonly values: RuleValues
  readonly theme: 'light' | 'dark'
  readonly width: z.output<typeof widthQuery>
}

export async function previewPicture(
  context: MemberContext,
  { game, values, theme, width }: PictureQuery,
): Promise<FileResponse> {
  const { services, catalog, timeZone, member } = context
  const rule = readRuleValues(values, timeZone)
  services.notifications.checkRule(rule)
  const reader = { account: member.account, game }
  const key = ['rule', game.id, JSON.stringify(rule), minuteOf(services.clock.now()), theme, width, timeZone].join(' ')
  return {
    send: async (response) => {
      const png = await context.pictures.of(key, countedAddress(response.req.ip), async (painter) => {
        const preview = await replay(context, game, rule)
        const input = await ruleChart(
          { game, rule, preview },
          { catalog, timeZone },
          {
            readLine: (metric, span) => services.chartSeries.readWindow(reader, metric, span),
            readUsual: (span) => services.readUsualLine(reader, span),
          },
        )
        const empty = { title: game.name, metric: 'ccu', series: [], markers: [], ...preview.span } as const
        const texts = { metric: '', unit: '', noData: catalog.charts.noData }
        const look = { theme, ...sizeOfWidth(width, NARROW) }
        return painter.paint({ ...(input ?? { ...empty, texts, timeZone, locale: catalog.locale }), ...look })
      })
      response.type('png').send(png)
    },
  }
}
