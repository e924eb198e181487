// The API reference, rendered from the OpenAPI document.
import { z } from 'zod'
import { dayOf, minuteOf } from '../../../domain/clock.js'
import type { Game } from '../../../domain/game.js'
import { PageHeading } from '../components/breadcrumbs.js'
import { page } from '../define.js'
import { PREVIEW_SIZE } from '../game/picture.js'
import type { RequestContext } from '../page.js'
import { ChangesSection, LegacySection, LicensingSection, ObjectsSection } from '../reference/appendices.js'
import { Contents } from '../reference/contents.js'
import { ErrorsSection, KeySection, LimitsSection, RulesSection } from '../reference/general.js'
import { Operation } from '../reference/operation.js'
import { Section } from '../reference/parts.js'
import { cardAddress } from '../sharing/link-preview.js'

export const reference = page({
  path: '/docs',
  access: 'public',
  nav: (catalog) => catalog.web.frame.reference,
  // A link with a game that is not the reader's shows the page as for anybody.
  query: z.object({ game: z.coerce.number().optional().catch(undefined) }),
  handle: async (context) => {
    const { catalog, settings, services, visitor, query } = context
    const texts = catalog.web.reference
    const reference = settings.reference()
    const accountGames = await ownGames(context)
    const first = accountGames.find(({ id }) => id === query.game) ?? accountGames[0]
    const games = first ? [first, ...accountGames.filter((game) => game !== first)].map(({ id }) => id) : []
    const update = first && (await newestUpdate(context, first))
    const reader = { games, update, today: dayOf(minuteOf(services.clock.now())) }
    const account = visitor?.memberships[0]?.account
    const base = `${settings.origin}/api/v1`
    return {
      title: texts.title,
      description: texts.description,
      preview: { path: cardAddress('docs'), alt: texts.title, ...PREVIEW_SIZE },
      width: 'wide',
      scripts: ['copy', 'reference'],
      body: (
        <div class="reference">
          <Contents {...{ reference, texts }} />
          <div class="reference-body">
            <PageHeading title={texts.title} lead={texts.lead} />
            <dl class="terms">
              <div>
                <dt>{texts.base}</dt>
                <dd>
                  <code>{base}</code>
                </dd>
              </div>
              <div>
                <dt>{texts.document}</dt>
                <dd>
                  <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>, OpenAPI 3.1,{' '}
                  {texts.version(reference.version).toLowerCase()}
                </dd>
              </div>
            </dl>
            <p>
              <button type="button" class="small secondary" hidden data-open-all data-close-text={texts.closeAll}>
                {texts.openAll}
              </button>
            </p>
            <GameChoice {...{ accountGames, texts }} chosen={first} />
            <KeySection catalog={catalog} keys={account && `/accounts/${account.id}/keys`} />
            <LimitsSection catalog={catalog} plans={services.plans} />
            <RulesSection catalog={catalog} />
            <ErrorsSection catalog={catalog} />
            <noscript>
              <p>{texts.withoutScripts}</p>
            </noscript>
            {reference.groups.map(({ tag, description, endpoints }) => (
              <Section
                key={tag}
                id={`group-${tag.toLowerCase().replaceAll(/\W+/g, '-')}`}
                title={tag === '' ? texts.endpoints : tag}
              >
                {description === '' ? undefined : <p>{description}</p>}
                {endpoints.map((operation) => (
                  <Operation key={operation.id} {...{ operation, catalog, base, reader }} />
                ))}
              </Section>
            ))}
            <ObjectsSection {...{ reference, catalog }} />
            <LegacySection {...{ reference, catalog }} origin={settings.origin} />
            <ChangesSection {...{ reference, catalog }} />
            <LicensingSection catalog={catalog} contact={settings.operatorContact} />
          </div>
        </div>
      ),
    }
  },
})

/** The games of the reader's first account, whose keys the page links to. */
async function ownGames({ services, visitor }: Pick<RequestContext, 'services' | 'visitor'>): Promise<readonly Game[]> {
  const account = visitor?.memberships[0]?.account
  return account === undefined ? [] : services.findGame.ofAccount(account)
}

async function newestUpdate({ services, visitor }: RequestContext, game: Game): Promise<number | undefined> {
  const account = visitor?.memberships[0]?.account
  if (account === undefined) return undefined
  const { events } = await services.listEvents.newest({ account, game, isOwn: true }, { kinds: ['update'], limit: 1 })
  return events[0]?.id
}

interface GameChoiceProps {
  readonly accountGames: readonly Game[]
  readonly chosen: Game | undefined
  readonly texts: RequestContext['catalog']['web']['reference']
}

function GameChoice({ accountGames, chosen, texts }: GameChoiceProps) {
  if (chosen === undefined) return null
  return (
    <form class="inline game-choice" method="get" action="/docs" aria-label={texts.games}>
      <label for="game">{texts.games}</label>
      <select id="game" name="game">
        {accountGames.map(({ id, name }) => (
          <option key={id} value={id} selected={id === chosen.id}>
            {texts.gameOf(id, name)}
          </option>
        ))}
      </select>
      <button type="submit" class="small secondary">
        {texts.show}
      </button>
    </form>
  )
}
