// Every file that can be downloaded, by everybody who may ask: what it holds is of the games that the reader may see.
import { readXlsx } from 'hucre/xlsx'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OPERATOR_ACTOR } from '../../../src/domain/audit/audit-entry.js'
import { dayOf, minuteOf } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { unlistedAddress } from '../../../src/http/web/sharing/unlisted.js'
import type { Tenant } from '../../support/start-http.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

const READERS = ['signed out', 'stranger', 'viewer', 'manager', 'owner'] as const
type Reader = (typeof READERS)[number]
/** Of the account North; the stranger owns South. */
const MEMBERS: readonly Reader[] = ['viewer', 'manager', 'owner']
const DAYS = 'from=2026-06-17&to=2026-06-17'
const API_DAYS = 'start_date=2026-06-17&end_date=2026-06-17'

interface MarkedGame {
  readonly game: Game
  /** The players of every sample, which no other game has. */
  readonly players: string
  /** What the game earned, which only its account may know. */
  readonly revenue: string
}

interface Side extends Tenant {
  readonly hidden: MarkedGame
  readonly open: MarkedGame
  readonly secret: string
  readonly revoked: string
  readonly auditMark: string
}

let web: TestWeb
let north: Side
let south: Side
let people: ReadonlyMap<Reader, Visitor>

async function markedGame(account: Tenant['account'], index: number): Promise<MarkedGame> {
  const game = await web.track(index, account)
  const [players, revenue] = [4_100_011 + index * 1_301, 90_210.25 + index * 17]
  web.simulator.set(game.universeId, { ccu: players })
  await web.store.revenue.put(game.id, [{ day: dayOf(minuteOf(web.clock.now())), amount: revenue }])
  return { game, players: `${players}`, revenue: `${revenue}` }
}

async function sideOf(tenant: Tenant, first: number): Promise<Side> {
  const { account } = tenant
  const { services } = web
  const [hidden, open] = [await markedGame(account, first), await markedGame(account, first + 1)]
  await services.games.change(open.game, { isPublic: true })
  const draft = { query: '', createdBy: null }
  const { secret } = await services.shareLinks.create(hidden.game, draft)
  const dead = await services.shareLinks.create(hidden.game, draft)
  await services.shareLinks.revoke(hidden.game, dead.id)
  const auditMark = `auditmark-${account.id}`
  const actor = { ...OPERATOR_ACTOR, name: auditMark }
  await services.audit.as(actor, () => services.accounts.change(`${account.id}`, { name: `Side ${account.id}` }))
  return { ...tenant, hidden, open, secret, revoked: dead.secret, auditMark }
}

beforeAll(async () => {
  web = await startWeb()
  north = await sideOf({ account: web.account, key: web.key }, 0)
  south = await sideOf(await web.tenant(), 2)
  await web.ticks(3)
  people = new Map<Reader, Visitor>([
    ['signed out', web.visitor()],
    ['stranger', await web.member('owner', south.account.id)],
    ['viewer', await web.member('viewer')],
    ['manager', await web.member('manager')],
    ['owner', await web.member('owner')],
  ])
})
afterAll(() => web.stop())

interface FileDownload {
  readonly path: string
  readonly readers: readonly Reader[]
  /** What it must hold. Of what is marked, it may hold nothing else. */
  readonly holds: readonly string[]
}

const everybody = (path: string, holds: readonly string[]): FileDownload => ({ path, readers: READERS, holds })
const nobody = (path: string): FileDownload => ({ path, readers: [], holds: [] })

const sampleFiles = (base: string): string[] => [
  ...['csv', 'json', 'xlsx'].map((format) => `${base}/export?${DAYS}&format=${format}`),
  `${base}/days.csv?${DAYS}`,
]

function downloads(): FileDownload[] {
  const { account, hidden, open, secret, revoked, auditMark } = north
  const own = `/accounts/${account.id}`
  const rankings = (base: string): string[] =>
    ['csv', 'xlsx'].map((format) => `${base}/rankings/export?format=${format}`)
  return [
    ...sampleFiles(`/games/${open.game.universeId}`).map((path) => everybody(path, [open.players])),
    ...sampleFiles(`/games/${hidden.game.universeId}`).map(nobody),
    ...sampleFiles(unlistedAddress(secret)).map((path) => everybody(path, [hidden.players])),
    ...sampleFiles(unlistedAddress(revoked)).map(nobody),
    ...[hidden, open].flatMap(({ game, players, revenue }) =>
      sampleFiles(`${own}/games/${game.id}`).map((path) => ({ path, readers: MEMBERS, holds: [players, revenue] })),
    ),
    ...sampleFiles(`${own}/games/${south.hidden.game.id}`).map(nobody),
    ...rankings('').map((path) => everybody(path, [open.players, south.open.players])),
    ...rankings(own).map((path) => ({ path, readers: MEMBERS, holds: [hidden.players, open.players] })),
    { path: `${own}/audit.csv`, readers: ['owner'], holds: [auditMark] },
    nobody('/operator/audit.csv'),
  ]
}

const marks = (): string[] =>
  [north, south].flatMap(({ hidden, open, auditMark }) => [
    ...[hidden, open].flatMap(({ players, revenue }) => [players, revenue]),
    auditMark,
  ])

async function fetchFile(path: string, headers: Readonly<Record<string, string>>) {
  const answer = await request(web.url + path, { headers })
  const bytes = Buffer.from(await answer.body.arrayBuffer())
  const isWorkbook = `${answer.headers['content-type']}`.includes('spreadsheetml')
  return {
    status: answer.statusCode,
    text: isWorkbook ? JSON.stringify(await readXlsx(bytes)) : bytes.toString('utf8'),
  }
}

const cookieOf = (reader: Reader): Record<string, string> => {
  const { jar } = people.get(reader) ?? expect.unreachable()
  return { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }
}

const marksIn = (text: string): string[] => marks().filter((mark) => text.includes(mark))

it('a file holds what its reader may see, and nothing else (access to what others have in files) [WEB-42]', async () => {
  for (const { path, readers, holds } of downloads())
    for (const reader of READERS) {
      const { status, text } = await fetchFile(path, cookieOf(reader))
      const may = readers.includes(reader)
      expect([reader, path, status === 200, marksIn(text).toSorted()]).toEqual([
        reader,
        path,
        may,
        may ? holds.toSorted() : [],
      ])
    }
})

it('an export of the API holds the game of the key’s account, with its revenue, and of no other', async () => {
  for (const side of [north, south])
    for (const { game, players, revenue } of [north.hidden, north.open, south.hidden, south.open])
      for (const format of ['csv', 'json']) {
        const path = `/api/v1/games/${game.id}/export?${API_DAYS}&format=${format}`
        const { status, text } = await fetchFile(path, { 'x-api-key': side.key })
        const isOwn = game.accountId === side.account.id
        const holds = isOwn ? [players, revenue].toSorted() : []
        expect([path, status, marksIn(text).toSorted()]).toEqual([path, isOwn ? 200 : 404, holds])
      }
})

it('a picture of a game is drawn for those who may see the game', async () => {
  const { account, hidden, open, secret, revoked } = north
  const pictures: readonly Omit<FileDownload, 'holds'>[] = [
    { path: `/games/${open.game.universeId}/chart.png`, readers: READERS },
    { path: `/games/${hidden.game.universeId}/chart.png`, readers: [] },
    { path: `${unlistedAddress(secret)}/chart.png`, readers: READERS },
    { path: `${unlistedAddress(revoked)}/chart.png`, readers: [] },
    { path: `/accounts/${account.id}/games/${hidden.game.id}/chart.png`, readers: MEMBERS },
    { path: `/accounts/${account.id}/games/${south.open.game.id}/chart.png`, readers: [] },
  ]
  for (const { path, readers } of pictures)
    for (const reader of READERS) {
      const { status, text } = await fetchFile(path, cookieOf(reader))
      const isShown = status === 200 && text.slice(1, 4) === 'PNG'
      expect([reader, path, isShown]).toEqual([reader, path, readers.includes(reader)])
    }
})
