// Answers requests of its own after the start, so that the first ones of clients find their code compiled and their bytes
// prepared: without it, the first answer took about fifty times as long as those after it, most of that in the server and in
// Express. So the requests go through a whole HTTP server (own-server.ts).
import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Clock, dayOf, isoOfDay, minuteOf } from '../../../domain/clock.js'
import type { Game } from '../../../domain/game.js'
import type { Store } from '../../../domain/ports/store.js'
import type { AccountGames, AnswerMaker } from '../../../services/reading/read-ahead.js'
import type { HttpApp } from '../../app.js'
import { API_PATH } from '../endpoint.js'
import { type OwnRequest, type OwnServer, type OwnServerParts, openOwnServer } from './own-server.js'
import { savedRequests } from './recent-requests.js'

/** Of all accounts. Each takes two answers, of about a millisecond, and five kilobytes. */
const MAX_REQUESTED_GAMES = 200
/** After so many rounds, code is compiled; after so many more, the optimizing compiler has done most of what it will do. */
const COMPILING_ROUND_COUNT = 2
const OPTIMIZING_ROUND_COUNT = 10
/** Rounds of that kind for an answer that is prepared. */
const PREPARED_REPEAT_COUNT = 100
/** Where clients wait, answers are made later, but not never: it waits so long in all. */
const MAX_GIVE_WAY_MS = 30_000
const GIVE_WAY_INTERVAL_MS = 10
/** Nearly all clients that compress accept it. Brotli would take several megabytes. */
const CODING = 'gzip'

interface AnswerMakerParts extends OwnServerParts {
  readonly app: OwnServerParts['app'] & Pick<HttpApp, 'unanswered' | 'describe'>
  readonly store: OwnServerParts['store'] & Pick<Store, 'settings'>
}

export function createAnswerMaker(parts: AnswerMakerParts): AnswerMaker {
  const { clock } = parts.services
  let opening: Promise<OwnServer | undefined> | undefined
  let gamesLeft = MAX_REQUESTED_GAMES

  let giveWayMsLeft = MAX_GIVE_WAY_MS
  /** Requests of clients come first: an own one beside them would take their turns, and their connections to a server. */
  const giveWay = async (stop: AbortSignal): Promise<void> => {
    while (parts.app.unanswered.isAnyWaiting && giveWayMsLeft > 0 && !stop.aborted) {
      const began = performance.now()
      await sleep(GIVE_WAY_INTERVAL_MS)
      giveWayMsLeft -= performance.now() - began
    }
  }

  /** Where no port can be opened, clients wait for their first answers. */
  const askAll = async (
    { account }: AccountGames,
    requests: Iterable<OwnRequest>,
    stop: AbortSignal,
  ): Promise<void> => {
    opening ??= openOwnServer(parts).catch(() => undefined)
    const server = await opening
    if (server === undefined) return
    for (const request of requests) {
      await giveWay(stop)
      // What opened the server, or the end of the answer before, would otherwise be in the same turn as what this one compiles.
      await yieldToEventLoop()
      if (stop.aborted) return
      await server.ask(account, request)
    }
  }

  const requestedOf = new Map<number, readonly Game[]>()
  /** The games of an account that are requested one by one. */
  const requestedGames = ({ account, games }: AccountGames): readonly Game[] => {
    const found = requestedOf.get(account.id) ?? games.slice(0, gamesLeft)
    if (!requestedOf.has(account.id)) gamesLeft -= found.length
    requestedOf.set(account.id, found)
    return found
  }

  /** Accounts whose lists are prepared: those with too many games ask for theirs themselves. */
  const withLists = new Set<number>()
  const listsOf = ({ account }: AccountGames): readonly OwnRequest[] =>
    withLists.has(account.id) ? listsAt(clock) : []

  let saving: ReturnType<typeof savedRequests> | undefined
  /** What clients of the account requested before the service was stopped. */
  const requestedBefore = async ({ account }: AccountGames): Promise<readonly OwnRequest[]> => {
    saving ??= savedRequests(parts.store.settings)
    return ((await saving).get(account.id) ?? []).map((url) => ({ url }))
  }

  return {
    compile: (of, stop) => askAll(of, roundsOf(of, clock, COMPILING_ROUND_COUNT), stop),
    prepareLists: async (of, stop) => {
      withLists.add(of.account.id)
      const summaries = requestedGames(of).map(({ id }) => ownRequest(`/games/${id}/summary`))
      await askAll(of, [...(await requestedBefore(of)), ...listsOf(of), ...summaries], stop)
    },
    optimize: (of, stop) => askAll(of, optimizing(of, listsOf(of), clock), stop),
    prepareGames: (of, stop) =>
      askAll(
        of,
        [ownRequest('/games/stats'), ...requestedGames(of).map(({ id }) => ownRequest(`/games/${id}/stats`))],
        stop,
      ),
    describe: parts.app.describe,
    repeat: (of, stop) => askAll(of, [...roundsOf(of, clock, 1), ...listsOf(of)], stop),
    close: async () => (await opening)?.close(),
  }
}

/**
 * What clients ask most, except for the usual of all games. The examples of the ranking in the documentation name its limit, and so
 * do many clients.
 */
function listsAt(clock: Clock): readonly OwnRequest[] {
  const rankings = ['', '?limit=100', '?by=change', '?by=change&limit=100'].map((query) => `/rankings${query}`)
  const day = `/games/summary?start_date=${isoOfDay(todayAt(clock) - 1)}`
  return ['/games', ...rankings, '/games/summary', day].map((path) => ownRequest(path))
}

function* roundsOf({ games: [first] }: AccountGames, clock: Clock, rounds: number): Generator<OwnRequest> {
  if (first === undefined) return
  const paths = ofOneGame(first, isoOfDay(todayAt(clock) - 1))
  for (let round = 0; round < rounds; round++)
    for (const path of paths) yield ownRequest(path, round % 4 === 3 ? { 'accept-encoding': CODING } : undefined)
}

function ofOneGame({ id }: Game, yesterday: string): readonly string[] {
  const grids = ['interval=1m&last=1d', 'interval=1h&last=30d', 'interval=1d&last=30d']
  return [
    // The shortest answer compiles the server, so that no turn of the event loop compiles that and a longer one.
    ...['/games', `/games/${id}/summary`],
    ...[...grids, 'interval=1d&last=1d&tz=Europe/Berlin'].map((grid) => `/games/${id}/series?${grid}`),
    ...['json', 'csv'].map(
      (format) => `/games/${id}/export?start_date=${yesterday}&end_date=${yesterday}&format=${format}`,
    ),
    `/games/${id}/stats`,
  ]
}

/** The prepared answers run last, so that they find what all need compiled. */
function* optimizing(of: AccountGames, lists: readonly OwnRequest[], clock: Clock): Generator<OwnRequest> {
  const [first] = of.games
  yield* roundsOf(of, clock, OPTIMIZING_ROUND_COUNT)
  for (let round = 0; round < OPTIMIZING_ROUND_COUNT; round++) yield* lists
  if (first === undefined) return
  for (let repeat = 0; repeat < PREPARED_REPEAT_COUNT; repeat++) yield ownRequest(`/games/${first.id}/stats`)
}

const ownRequest = (path: string, headers?: OwnRequest['headers']): OwnRequest => ({
  url: `${API_PATH}${path}`,
  ...(headers && { headers }),
})

const todayAt = (clock: Clock): number => dayOf(minuteOf(clock.now()))
