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
import { type ReferenceTexts, SectionHeading } from '../reference/parts.js'
import type { Reference, ReferenceGroup } from '../reference/read-reference.js'
import { type PagePart, renderedOnce } from '../reference/rendered.js'
import type { SampleReader } from '../reference/samples.js'
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
    const reference = await settings.reference()
    const accountGames = await ownGames(context)
    const first = accountGames.find(({ id }) => id === query.game) ?? accountGames[0]
    const games = first ? [first, ...accountGames.filter((game) => game !== first)].map(({ id }) => id) : []
    const update = first && (await newestUpdate(context, first))
    const reader = { games, update, today: dayOf(minuteOf(services.clock.now())) }
    const base = `${settings.origin}/api/v1`
    const key = visitor === undefined ? `${catalog.language} ${catalog.locale} ${base} ${reader.today}` : undefined
    const html = await renderedOnce(reference, key, () =>
      partsOf(context, { reference, base, reader, accountGames, first }),
    )
    return {
      title: texts.title,
      description: texts.description,
      preview: { path: cardAddress('docs'), alt: texts.title, ...PREVIEW_SIZE },
      width: 'wide',
      scripts: ['copy', 'reference'],
      // Our own components, rendered in parts.
      body: <div class="reference" dangerouslySetInnerHTML={{ __html: html }} />,
    }
  },
})

interface ReferenceContent {
  readonly reference: Reference
  /** `https://stats.example/api/v1` */
  readonly base: string
  readonly reader: SampleReader
  readonly accountGames: readonly Game[]
  readonly first: Game | undefined
}

/** Each operation is a part, because the page is long. */
function partsOf(context: RequestContext, content: ReferenceContent): readonly PagePart[] {
  const { catalog, settings, services, visitor } = context
  const { reference, base, reader, accountGames, first } = content
  const texts = catalog.web.reference
  const account = visitor?.memberships[0]?.account
  return [
    <Contents key="contents" {...{ reference, texts }} />,
    '<div class="reference-body">',
    <Lead key="lead" {...{ texts, base }} version={reference.version} />,
    <GameChoice key="games" {...{ accountGames, texts }} chosen={first} />,
    <KeySection key="key" catalog={catalog} keys={account && `/accounts/${account.id}/keys`} />,
    <LimitsSection key="limits" catalog={catalog} plans={services.plans} />,
    <RulesSection key="rules" catalog={catalog} />,
    <ErrorsSection key="errors" catalog={catalog} />,
    <noscript key="script">
      <p>{texts.withoutScripts}</p>
    </noscript>,
    ...reference.groups.flatMap((group) => groupParts(group, { catalog, base, reader })),
    <ObjectsSection key="objects" {...{ reference, catalog }} />,
    <LegacySection key="legacy" {...{ reference, catalog }} origin={settings.origin} />,
    <ChangesSection key="changes" {...{ reference, catalog }} />,
    <LicensingSection key="licensing" catalog={catalog} contact={settings.operatorContact} />,
    '</div>',
  ]
}

function groupParts(
  { tag, description, endpoints }: ReferenceGroup,
  props: Pick<ReferenceContent, 'base' | 'reader'> & Pick<RequestContext, 'catalog'>,
): readonly PagePart[] {
  const id = `group-${tag.toLowerCase().replaceAll(/\W+/g, '-')}`
  return [
    `<section id="${id}" aria-labelledby="${id}-title">`,
    <SectionHeading key={id} id={id} title={tag === '' ? props.catalog.web.reference.endpoints : tag} />,
    ...(description === '' ? [] : [<p key="description">{description}</p>]),
    ...endpoints.map((operation) => <Operation key={operation.id} {...{ operation, ...props }} />),
    '</section>',
  ]
}

interface LeadProps {
  readonly texts: ReferenceTexts
  readonly base: string
  readonly version: string
}

const Lead = ({ texts, base, version }: LeadProps) => (
  <>
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
          <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>, OpenAPI 3.1, {texts.version(version).toLowerCase()}
        </dd>
      </div>
    </dl>
    <p>
      <button type="button" class="small secondary" hidden data-open-all data-close-text={texts.closeAll}>
        {texts.openAll}
      </button>
    </p>
  </>
)

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
  readonly texts: ReferenceTexts
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
