// The front page: an introduction, the live ranking, how to get a key, the bot, and the operator.

import type { Account } from '../../../domain/account.js'
import { commandOf } from '../../../messages/catalog.js'
import { PageHeading } from '../components/breadcrumbs.js'
import { Contact } from '../components/inline.js'
import { gatherLiveRanking, hasNumbers, LiveRankingList } from '../components/ranking/live-ranking.js'
import { LiveTotals } from '../components/ranking/live-totals.js'
import { page } from '../define.js'
import type { RequestContext } from '../page.js'
import { Invitation } from './discord/invitation.js'

export const front = page({
  path: '/',
  access: 'public',
  handle: async (context) => {
    const texts = context.catalog.web.front
    const ranking = await gatherLiveRanking(context)
    const market = await context.services.market.now()
    const isNew = context.visitor === undefined && (await context.services.isEmpty())
    return {
      title: texts.title,
      description: texts.description,
      scripts: ['live'],
      body: (
        <>
          <PageHeading title={texts.lead} lead={texts.what} />
          {isNew ? <Start {...context} /> : undefined}
          {isNew ? undefined : (
            <section aria-labelledby="ranking">
              <h2 id="ranking">{texts.ranking}</h2>
              <div class="stack" id="ranking-now" data-live>
                {hasNumbers(ranking) ? <LiveTotals {...{ ranking, market, catalog: context.catalog }} /> : undefined}
                <LiveRankingList ranking={ranking} catalog={context.catalog} timeZone={context.timeZone} />
              </div>
            </section>
          )}
          <div class="cards">
            <Key {...context} account={context.visitor?.memberships[0]?.account} />
            <Bot {...context} />
            <Operator {...context} />
          </div>
        </>
      ),
    }
  },
})

type FrontContext = Pick<RequestContext, 'catalog' | 'settings' | 'services'>

function Start({ catalog }: FrontContext) {
  const { start, startText, startCommands, startAfter } = catalog.web.front
  return (
    <section class="panel">
      <h2>{start}</h2>
      <p>{startText}</p>
      <pre class="commands">
        <code>{startCommands.join('\n')}</code>
      </pre>
      <p>{startAfter}</p>
    </section>
  )
}

function Key({ catalog, settings, services, account }: FrontContext & { readonly account: Account | undefined }) {
  const texts = catalog.web.front
  const isOpen = settings.signUp === 'open' && services.discordSignIn.isSetUp
  return (
    <article>
      <h2>{texts.key}</h2>
      <p>{account ? texts.keyOwn : `${texts.keyText} ${isOpen ? texts.keyOpen : texts.keyClosed}`}</p>
      <div class="row">
        {account ? (
          <a class="button" href={`/accounts/${account.id}/keys`}>
            {catalog.web.keys.title}
          </a>
        ) : (
          <a class="button" href="/sign-in">
            {catalog.web.frame.signIn}
          </a>
        )}
        <a class="button quiet" href="/docs">
          {texts.reference}
        </a>
      </div>
    </article>
  )
}

function Bot({ catalog, settings }: FrontContext) {
  const texts = catalog.web.front
  const clientId = settings.clientId()
  return (
    <article>
      <h2>{texts.bot}</h2>
      <p>
        {texts.botText(commandOf('rank', catalog), commandOf('stats', catalog))}{' '}
        {texts.botAfter(commandOf('setup', catalog))}
      </p>
      <p>
        {clientId === undefined ? (
          texts.botUnknown
        ) : (
          <Invitation context={{ settings }} clientId={clientId} text={texts.invite} />
        )}
      </p>
    </article>
  )
}

function Operator({ catalog, settings: { operatorContact } }: FrontContext) {
  const texts = catalog.web.front
  return (
    <article>
      <h2>{texts.operator}</h2>
      <p>{texts.operatorText}</p>
      <p>{operatorContact === undefined ? texts.operatorUnknown : <Contact contact={operatorContact} />}</p>
    </article>
  )
}
