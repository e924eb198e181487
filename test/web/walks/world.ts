// Two accounts with marked data, the people who walk through the pages, and who may what.

import { OPERATOR_ACTOR } from '../../../src/domain/audit/audit-entry.js'
import type { PageAccess } from '../../../src/http/web/page.js'
import { wallLinkAddress } from '../../../src/http/web/pages/wall/wall.js'
import { unlistedAddress } from '../../../src/http/web/sharing/unlisted.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import type { Tenant } from '../../support/start-http.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

export const WALKERS = ['signed out', 'stranger', 'viewer', 'manager', 'owner', 'operator'] as const
export type Walker = (typeof WALKERS)[number]

/** Who may open a page or send a form of each kind in the account North; the stranger owns South. */
export const MAY: Readonly<Record<PageAccess, readonly Walker[]>> = {
  public: WALKERS,
  person: ['stranger', 'viewer', 'manager', 'owner', 'operator'],
  viewer: ['viewer', 'manager', 'owner'],
  manager: ['manager', 'owner'],
  owner: ['owner'],
  operator: ['operator'],
}

/** Who may read what is marked of an account. */
export const READS = {
  north: ['viewer', 'manager', 'owner', 'operator'],
  'north owners': ['owner', 'operator'],
  south: ['stranger', 'operator'],
} as const satisfies Record<string, readonly Walker[]>

export interface Mark {
  readonly text: string
  readonly of: keyof typeof READS
}

export interface WalkWorld {
  readonly web: TestWeb
  readonly people: ReadonlyMap<Walker, Visitor>
  readonly marks: readonly Mark[]
  readonly accounts: readonly { readonly id: number; readonly name: 'north' | 'south' }[]
  /** For parameters of addresses, by their names. */
  readonly params: Readonly<Record<string, readonly string[]>>
  readonly keys: Readonly<Record<'north' | 'south' | 'revoked', string>>
  /** Share links that work: each can be opened without signing in. */
  readonly shared: readonly string[]
  readonly revoked: readonly string[]
  /** Every row but those that a mere visit changes. */
  rows(): Readonly<Record<string, unknown>>
  stop(): Promise<void>
}

async function fill(web: TestWeb, { account }: Tenant, name: 'north' | 'south', from: number) {
  const { services } = web
  const [hidden, open] = [await web.track(from, account), await web.track(from + 1, account)]
  await services.games.change(open, { isPublic: true })
  const [channel, member, server] = [7, 8, 6].map((digit) => `${digit}000${from}7754321`)
  const [note, tag] = [`notemark-${name}`, `tagmark-${name}`]
  await services.games.change(hidden, { channelId: channel ?? '' })
  await services.notes.add(hidden, { text: note, author: null })
  await services.marks.setTags(hidden, tag)
  await services.members.add(account, member ?? '', 'viewer')
  await services.guilds.link(account, server ?? '')
  await services.notifications.addRules([hidden], RULE, channel)
  const key = await services.keys.create(account, `keymark-${name}`)
  const share = await services.shareLinks.create(hidden, { query: '', createdBy: `sharemark-${name}` })
  const dead = await services.shareLinks.create(hidden, { query: '', createdBy: null })
  await services.shareLinks.revoke(hidden, dead.id)
  const wall = await services.wallLinks.create(account, { query: '', createdBy: null })
  const actor = { ...OPERATOR_ACTOR, name: `auditmark-${name}` }
  await services.audit.as(actor, () => services.accounts.change(`${account.id}`, { name: `Studio ${name} ${from}` }))
  const texts = [channel ?? '', note, tag, member ?? '', server ?? '', `keymark-${name}`, `sharemark-${name}`]
  const deadWall = await services.wallLinks.create(account, { query: '', createdBy: null })
  await services.wallLinks.revoke(account, deadWall.id)
  const shared = [unlistedAddress(share.secret), wallLinkAddress(wall.secret)]
  const revoked = [unlistedAddress(dead.secret), wallLinkAddress(deadWall.secret)]
  return { games: [hidden, open], key, share, texts, shared, revoked, member, server }
}

const RULE = {
  metric: 'ccu',
  condition: { is: 'below', value: 5 },
  readings: 1,
  minutes: 10,
  cooldownMinutes: 60,
  quietHours: null,
  roleId: null,
} as const

/** Tables that a visit changes by itself: sessions, counted requests, when the store was last tested. */
const VOLATILE = ['session', 'request_count', 'key_request_count', 'setting', 'api_key', 'sqlite_sequence']

export async function openWalkWorld(): Promise<WalkWorld> {
  const web = await startWeb({ settings: { trustProxy: true } })
  const south = await web.tenant({ name: 'South' })
  const [inNorth, inSouth] = [await fill(web, web, 'north', 0), await fill(web, south, 'south', 2)]
  await web.tick()
  const { secret } = await web.services.loginLinks.create(web.account, 'viewer', true)
  const people = new Map<Walker, Visitor>([['signed out', web.visitor()]])
  for (const role of ['viewer', 'manager', 'owner'] as const) people.set(role, await web.member(role))
  people.set('stranger', await web.member('owner', south.account.id))
  const dead = await web.services.keys.create(web.account, 'revoked')
  await web.services.keys.revoke(dead)
  const file = new Database(web.databaseFile, { readonly: true })
  const tables = file
    .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all()
    .filter(({ name }) => !VOLATILE.includes(name))
    .map(({ name }) => [name, file.prepare(`SELECT * FROM "${name}"`)] as const)
  const both = [inNorth, inSouth]
  const ids = (of: readonly (number | string | undefined)[]) => [...of.map(String), '999999', 'x']
  return {
    web,
    people: people.set('operator', await operatorOf(web, secret)),
    marks: [
      ...inNorth.texts.map((text) => ({ text, of: 'north' as const })),
      ...inSouth.texts.map((text) => ({ text, of: 'south' as const })),
      { text: 'auditmark-north', of: 'north owners' },
      { text: 'auditmark-south', of: 'south' },
    ],
    accounts: [
      { id: web.account.id, name: 'north' },
      { id: south.account.id, name: 'south' },
    ],
    params: {
      account: ids([web.account.id, south.account.id]),
      game: ids(both.flatMap(({ games }) => games.flatMap(({ id, universeId }) => [id, universeId]))),
      id: ids(both.flatMap(({ games }) => games.map(({ id }) => id))),
      key: ids(both.map(({ key }) => key.id)),
      user: ids(both.map(({ member }) => member)),
      guild: ids(both.map(({ server }) => server)),
      link: ids(both.map(({ share }) => share.id)),
    },
    keys: { north: inNorth.key.secret, south: inSouth.key.secret, revoked: dead.secret },
    shared: both.flatMap(({ shared }) => shared),
    revoked: both.flatMap(({ revoked }) => revoked),
    rows: () => Object.fromEntries(tables.map(([name, read]) => [name, read.all()])),
    stop: async () => {
      file.close()
      await web.stop()
    },
  }
}

async function operatorOf(web: TestWeb, code: string): Promise<Visitor> {
  const operator = web.visitor()
  await operator.post('/sign-in/link', { code })
  return operator
}
