// Evaluates a simulated history, in one run or in parts with restarts between them.
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Minute } from '../../src/domain/clock.js'
import type { Game } from '../../src/domain/game.js'
import { marketLink } from '../../src/domain/insights/market/market-link.js'
import type { Notification } from '../../src/domain/notifications/notification.js'
import { DEFAULT_RULE, type DigestPlan, type RuleDraft } from '../../src/domain/notifications/settings.js'
import { DEFAULT_PLANS } from '../../src/domain/plan.js'
import type { Store } from '../../src/domain/ports/store.js'
import type { Span } from '../../src/domain/rules/span.js'
import { createEvaluateTicks } from '../../src/services/notifications/evaluate-ticks.js'
import { createPreviewRule, type RulePreview } from '../../src/services/notifications/preview-rule.js'
import { openStore } from '../../src/store/open-store.js'
import { addGame, createAccount, facts, record } from '../store/contract/support.js'
import { newDatabase } from '../support/store/new-database.js'
import { type SimulatedHistory, tickUntil, writeLife } from './months/life.js'
import { CHANNEL, never } from './months/simulated.js'

export interface EvaluatedHistory {
  readonly games: readonly Game[]
  /** Evaluates a copy of the history up to each minute of `ends`, with a restart after each. */
  evaluate(ends?: readonly Minute[]): Promise<readonly Notification[]>
  /** The preview of a rule of one of the games at the end of the history. */
  preview(index: number, rule: Omit<RuleDraft, 'gameId' | 'createdAt'>, days: number): Promise<RulePreview>
  close(): Promise<void>
}

export interface EvaluationSetup {
  readonly life: SimulatedHistory
  readonly evaluatedFrom: Minute
  /** The number of games of each account; by default one account has all games. */
  readonly perAccount?: number
  readonly rules?: readonly Omit<RuleDraft, 'gameId' | 'createdAt'>[]
  readonly digest?: DigestPlan
  /** The players of the games of the charts at a minute; without it, nothing is known of the market. */
  readonly market?: (minute: Minute) => number
}

export async function prepare({
  life,
  evaluatedFrom,
  perAccount = life.games,
  market,
  ...wishes
}: EvaluationSetup): Promise<EvaluatedHistory> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-life-'))
  const file = join(folder, 'life.db')
  const clock = { now: () => life.until * 60_000, monotonic: () => life.until * 60_000 }
  await newDatabase(file)
  const store = await openStore(`file:${file}`, { clock })
  const games: Game[] = []
  for (const [index, { universeId }] of life.worlds.entries()) {
    const account =
      index % perAccount === 0 ? await createAccount(store, { plan: 'enterprise', name: `Studio ${index}` }) : undefined
    const accountId = account?.id ?? games.at(-1)?.accountId ?? 0
    const game = await addGame(store, accountId, universeId, { channelId: CHANNEL, createdAt: 0, maxGames: 500 })
    games.push(game)
    await switchOn(store, game, wishes)
  }
  // The times of earlier updates are stored first, because a time that is learned for the first time is not notified.
  const known = life.worlds.map(({ universeId }) => facts(universeId, { updatedAt: life.from * 60_000 }))
  await record(store, life.from, { facts: known })
  await store.evaluations.commit({
    after: undefined,
    cursor: evaluatedFrom - 1,
    notifications: [],
    events: [],
    states: [],
    createdAt: 0,
  })
  await writeLife(store, life)
  if (market) await writeMarket(store, { from: life.from, until: evaluatedFrom }, market)
  store.close()

  let copies = 0
  const evaluate = async (ends: readonly Minute[] = []): Promise<readonly Notification[]> => {
    const copy = join(folder, `copy-${copies++}.db`)
    await copyFile(file, copy)
    let evaluated = evaluatedFrom - 1
    for (const end of [...ends, life.until - 1]) {
      const open = await openStore(`file:${copy}`, { clock })
      await tickUntil(open, life, evaluated, end)
      if (market) await writeMarket(open, { from: evaluated + 1, until: end + 1 }, market)
      const { errors } = await createEvaluateTicks({
        ...{ store: open, clock, plans: DEFAULT_PLANS, market: market ? 'charts' : 'off' },
      })({ stop: never })
      for (const error of errors) throw error
      evaluated = end
      open.close()
    }
    const open = await openStore(`file:${copy}`, { clock })
    const notifications = (await open.outbox.list({ limit: 1_000_000 })).reverse()
    open.close()
    return notifications
  }
  const preview: EvaluatedHistory['preview'] = async (index, rule, days) => {
    const open = await openStore(`file:${file}`, { clock })
    const game = games[index]
    const account = game && (await open.accounts.byId(game.accountId))
    if (!game || !account) throw new Error('There is no such game.')
    const previewed = await createPreviewRule({ store: open, clock, plans: DEFAULT_PLANS })(account, game, rule, days)
    open.close()
    return previewed
  }
  return { games, evaluate, preview, close: () => rm(folder, { recursive: true }) }
}

const MARKET_MEMBERS = [901, 902, 903, 904, 905]
const MARKET_STEP = 5

/** Writes counts of other games in the charts, which all follow `players`. */
async function writeMarket(store: Store, { from, until }: Span, players: (minute: Minute) => number): Promise<void> {
  let before = await store.market.last('charts', true)
  for (let minute = Math.ceil(from / MARKET_STEP) * MARKET_STEP; minute < until; minute += MARKET_STEP) {
    const now = { minute, counts: new Map(MARKET_MEMBERS.map((id) => [id, Math.round(players(minute))])) }
    await store.market.record('charts', marketLink(before, now), now.counts)
    before = now
  }
}

async function switchOn(
  store: Store,
  { id: gameId }: Game,
  { rules = [DEFAULT_RULE], digest }: Pick<EvaluationSetup, 'rules' | 'digest'>,
) {
  const route = { gameId, channelId: null, enabled: true }
  for (const kind of ['alert', 'report_card', 'status'] as const)
    await store.routes.put({ ...route, kind, digest: null })
  if (digest) await store.routes.put({ ...route, kind: 'digest', digest })
  for (const rule of rules) await store.rules.add({ ...rule, gameId, createdAt: 0 })
}
