// The pages of a game: at a public URL where an owner made it public, and at a URL of the account for its members.
import { z } from 'zod'
import { HeadcountError, rejection } from '../../../domain/error.js'
import { type DateRange, dateRange } from '../../../domain/rules/date-range.js'
import { page } from '../define.js'
import { choiceOf, choiceQuery, day, hasLocalTime, MAX_COMPARED, queryOf } from '../game/choice.js'
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

const ofEverybody = <Q extends z.ZodObject>({ path, answer, ...rest }: GamePageDeclaration<Q>): WebPage =>
  page({
    ...rest,
    path: `/games/:game${path}`,
    access: 'public',
    params: gameParams,
    handle: async (context) => answer(context, await publicSubject(context, context.params.game), context.query),
  })

const ofMembers = <Q extends z.ZodObject>({ path, answer, ...rest }: GamePageDeclaration<Q>): WebPage =>
  page({
    ...rest,
    path: `/accounts/:account/games/:game${path}`,
    access: 'viewer',
    params: gameParams,
    handle: async (context) =>
      answer(context, await ownSubject(context, context.member, context.params.game), context.query),
  })

const ofLinks = <Q extends z.ZodObject>({ path, answer, ...rest }: GamePageDeclaration<Q>): WebPage =>
  page({
    ...rest,
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
    if (hasLocalTime(query)) return { to: subject.base + queryOf(choice) }
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
    seriesAnswer(context, subject, choiceOf(query, subject.reader.game.universeId, context.timeZone)),
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

const downloadQuery = z.object({ from: day, to: day, format: formatQuery })

const download: GamePageDeclaration<typeof downloadQuery> = {
  path: '/export',
  query: downloadQuery,
  limit: MAX_FILES_PER_MINUTE,
  answer: async (context, subject, { format, ...range }) => downloadAnswer(context, subject, wholeRange(range), format),
}

const rangeQuery = z.object({ from: day, to: day })

const days: GamePageDeclaration<typeof rangeQuery> = {
  path: '/days.csv',
  query: rangeQuery,
  limit: MAX_FILES_PER_MINUTE,
  answer: (context, subject, query) => daysAnswer(context, subject, wholeRange(query)),
}

function wholeRange({ from, to }: z.output<typeof rangeQuery>): DateRange {
  if (from === undefined || to === undefined)
    throw rejection('INVALID_PARAMETERS', { name: 'range missing', facts: {} })
  return dateRange(from, to)
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

export const gamePages: readonly WebPage[] = [
  gamePage,
  ofMembers(view),
  ofLinks(view),
  ofEverybody(series),
  ofMembers(series),
  ofLinks(series),
  ofEverybody(picture),
  ofMembers(picture),
  ofLinks(picture),
  ofEverybody(preview),
  ofLinks(preview),
  ofEverybody(download),
  ofMembers(download),
  ofLinks(download),
  ofEverybody(days),
  ofMembers(days),
  ofLinks(days),
]
