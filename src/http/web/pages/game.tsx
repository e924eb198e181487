// The pages of a game: at a public URL where an owner made it public, and at a URL of the account for its members.
import { z } from 'zod'
import { HeadcountError, rejection } from '../../../domain/error.js'
import { dateRange } from '../../../domain/rules/date-range.js'
import type { LocalDateRange } from '../../../domain/time/local-days.js'
import { page } from '../define.js'
import {
  choiceOf,
  choiceQuery,
  day,
  hasLocalTime,
  MAX_COMPARED,
  queryOf,
  sortQuery,
  zoneQuery,
} from '../game/choice.js'
import { daysAnswer } from '../game/days/days-csv.js'
import { downloadAnswer, formatQuery } from '../game/download.js'
import { gameView } from '../game/game-view.js'
import {
  MAX_PICTURES_PER_MINUTE,
  MAX_SERIES_PER_MINUTE,
  narrowPicture,
  PREVIEW,
  pictureAnswer,
  sizeOfWidth,
  themeQuery,
  widthQuery,
} from '../game/picture.js'
import { seriesAnswer } from '../game/series.js'
import { findCompared, type GameSubject, gameParams, ownSubject, publicSubject } from '../game/subject.js'
import type { RequestContext, WebPage, WebResponse } from '../page.js'
import { UNLISTED_PATH, unlistedSubject } from '../sharing/unlisted.js'

/** Reading a long range, drawing a picture and making a file cost more than a normal page. */
const MAX_FILES_PER_MINUTE = 30

interface GamePageDeclaration<Q extends z.ZodObject> {
  /** The path relative to the game's URL. */
  readonly path: string
  readonly query: Q
  readonly limit?: number
  answer(context: RequestContext, subject: GameSubject, query: z.output<Q>): Promise<WebResponse>
}

const ofEverybody = <Q extends z.ZodObject>(
  { path, answer, ...rest }: GamePageDeclaration<Q>,
  formPage?: WebPage,
): WebPage =>
  page({
    ...rest,
    ...(formPage && { formPage }),
    path: `/games/:game${path}`,
    access: 'public',
    params: gameParams,
    handle: async (context) => answer(context, await publicSubject(context, context.params.game), context.query),
  })

const ofMembers = <Q extends z.ZodObject>(
  { path, answer, ...rest }: GamePageDeclaration<Q>,
  formPage?: WebPage,
): WebPage =>
  page({
    ...rest,
    ...(formPage && { formPage }),
    path: `/accounts/:account/games/:game${path}`,
    access: 'viewer',
    params: gameParams,
    handle: async (context) =>
      answer(context, await ownSubject(context, context.member, context.params.game), context.query),
  })

const ofLinks = <Q extends z.ZodObject>(
  { path, answer, ...rest }: GamePageDeclaration<Q>,
  formPage?: WebPage,
): WebPage =>
  page({
    ...rest,
    ...(formPage && { formPage }),
    path: `${UNLISTED_PATH}/:game${path}`,
    access: 'public',
    isUnlisted: true,
    params: gameParams,
    handle: async (context) => answer(context, await unlistedSubject(context, context.params.game), context.query),
  })

const view: GamePageDeclaration<typeof choiceQuery> = {
  path: '',
  query: choiceQuery,
  answer: async (context, subject, query) => {
    const choice = choiceOf(query, subject.reader.game.universeId, context.timeZone)
    // Redirects to an address in UTC, which means the same to every reader.
    if (hasLocalTime(query) && !context.rejection) return { to: subject.base + queryOf(choice) }
    if (query.add === undefined) return gameView(context, subject, choice)
    const found = findCompared(await subject.others(), query.add)
    const id = found?.game.universeId
    if (id === undefined || id === subject.reader.game.universeId) return gameView(context, subject, choice, query.add)
    const compare = [...new Set([...choice.compare, id])].slice(0, MAX_COMPARED)
    return { to: subject.base + queryOf(choice, { compare }) }
  },
}

const series: GamePageDeclaration<typeof choiceQuery> = {
  path: '/series',
  query: choiceQuery,
  limit: MAX_SERIES_PER_MINUTE,
  answer: async (context, subject, query) =>
    // The script names the zone in which it shows the page: the first page that a browser reads was written in UTC.
    seriesAnswer(
      { ...context, timeZone: query.zone ?? context.timeZone },
      subject,
      choiceOf(query, subject.reader.game.universeId, context.timeZone),
    ),
}

const pictureQuery = choiceQuery.extend({ theme: themeQuery, width: widthQuery })

const picture: GamePageDeclaration<typeof pictureQuery> = {
  path: '/chart.png',
  query: pictureQuery,
  limit: MAX_PICTURES_PER_MINUTE,
  answer: async (context, subject, { theme, width, ...query }) => {
    const choice = choiceOf(query, subject.reader.game.universeId, context.timeZone)
    const size = sizeOfWidth(width, narrowPicture(choice))
    return pictureAnswer(context, subject, choice, { theme, size })
  },
}

const nothing = z.object({})

const preview: GamePageDeclaration<typeof nothing> = {
  path: '/preview.png',
  query: nothing,
  limit: MAX_PICTURES_PER_MINUTE,
  answer: async (context, subject) => {
    const choice = choiceOf(choiceQuery.parse({ against: 'none' }), subject.reader.game.universeId, 'UTC')
    return pictureAnswer(context, subject, choice, { theme: 'light', size: PREVIEW, hasIcon: true })
  },
}

/** Days are those of the zone that the address names, so that the file is the same for every reader; of UTC without one. */
const rangeQuery = z.object({ from: day, to: day, zone: zoneQuery.default('UTC') })
const downloadQuery = rangeQuery.extend({ format: formatQuery })

const download: GamePageDeclaration<typeof downloadQuery> = {
  path: '/export',
  query: downloadQuery,
  limit: MAX_FILES_PER_MINUTE,
  answer: async (context, subject, { format, ...range }) => downloadAnswer(context, subject, wholeRange(range), format),
}

const daysQuery = rangeQuery.extend({ sort: sortQuery })

const days: GamePageDeclaration<typeof daysQuery> = {
  path: '/days.csv',
  query: daysQuery,
  limit: MAX_FILES_PER_MINUTE,
  answer: (context, subject, { sort, ...range }) => daysAnswer(context, subject, wholeRange(range), sort),
}

function wholeRange({ from, to, zone }: z.output<typeof rangeQuery>): LocalDateRange {
  if (from === undefined || to === undefined)
    throw rejection('INVALID_PARAMETERS', { name: 'range missing', facts: {} })
  return { ...dateRange(from, to), timeZone: zone }
}

/** A member who opens the public URL of a game that is not public is redirected to its URL in their account. */
const gamePage = page({
  path: '/games/:game',
  access: 'public',
  params: gameParams,
  query: choiceQuery,
  handle: async (context) => {
    const subject = await publicSubject(context, context.params.game).catch(async (error: unknown) => {
      const accountSubject =
        error instanceof HeadcountError ? await ownAddress(context, context.params.game) : undefined
      if (accountSubject === undefined) throw error
      return accountSubject
    })
    return typeof subject === 'string' ? { to: subject } : view.answer(context, subject, context.query)
  },
})

async function ownAddress(context: RequestContext, game: string): Promise<string | undefined> {
  for (const membership of context.visitor?.memberships ?? []) {
    const games = await context.services.findGame.ofAccount(membership.account)
    const found = games.find(({ universeId }) => `${universeId}` === game)
    if (found) return `/accounts/${membership.account.id}/games/${found.id}`
  }
  return undefined
}

const memberPage = ofMembers(view)
const linkPage = ofLinks(view)

export const gamePages: readonly WebPage[] = [
  gamePage,
  memberPage,
  linkPage,
  ofEverybody(series),
  ofMembers(series),
  ofLinks(series),
  ofEverybody(picture),
  ofMembers(picture),
  ofLinks(picture),
  ofEverybody(preview),
  ofLinks(preview),
  ofEverybody(download, gamePage),
  ofMembers(download, memberPage),
  ofLinks(download, linkPage),
  ofEverybody(days, gamePage),
  ofMembers(days, memberPage),
  ofLinks(days, linkPage),
]
