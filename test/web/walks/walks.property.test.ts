// Random walks: people of every role follow the links and send the forms that they and others found, and call the API. What a
// role may is stated in world.ts and access.ts; pages and actions come from the list of routes.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as endpoints from '../../../src/http/api/endpoints.js'
import type { PageAccess, WebRoute } from '../../../src/http/web/page.js'
import { ROUTES } from '../../../src/http/web/routes.js'
import { type Random, randomFrom } from '../../http/fuzz/random.js'
import { recordFigure } from '../../ledger/ledger.js'
import { rounds } from '../../support/test-run.js'
import type { TestWebResponse } from '../support/start-web.js'
import { NEEDED } from './access.js'
import { type FoundForm, formsIn, linksIn } from './html.js'
import { MAY, openWalkWorld, READS, WALKERS, type Walker, type WalkWorld } from './world.js'

const WALKS = rounds({ short: 8, long: 2_000 })
const STEPS = 60
const ACCESSES = Object.keys(NEEDED) as readonly PageAccess[]
const WRONG = ['', 'x', '-1', '99999999999999999999', '<script>alert(1)</script>', '\u{0}', '%', 'ü'.repeat(3_000)]
/** They end the walk of the person, and have tests of their own. An owner may end the sessions that a link of the account opened. */
const ENDS = /^\/sign-out|\/(link-)?sessions\/|^\/sign-in/

/** There is no bot here, without which they cannot be done, as they say. */
const NEEDS_BOT = /^POST \/accounts\/\d+\/alerts\/test /

let world: WalkWorld
const links = new Set<string>()
const forms: FoundForm[] = []
/** For each walker, how many pages were shown; none would prove nothing. */
const shown = new Map<Walker, number>()
let calls = 0

beforeAll(async () => {
  world = await openWalkWorld()
})
afterAll(() => world.stop())

const addressOfCaller = (): string => `10.${(++calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`

const pathOnly = (address: string): string => address.replace(/[?#].*$/s, '')

const keyOf = ({ kind, path }: Pick<WebRoute, 'kind' | 'path'>): string => (kind === 'action' ? `POST ${path}` : path)

/** In the order of the routes, where a fixed path precedes one with a parameter. */
const patterns = ROUTES.map((route) => ({
  kind: route.kind,
  needed: ACCESSES.find((one) => NEEDED[one].includes(keyOf(route))) ?? 'operator',
  pattern: new RegExp(`^${route.path.replace(/[.]/g, '\\.').replace(/:\w+/g, '([^/]+)')}$`),
}))

/** What the model expects of an address; undefined where no route has it. */
function mayOpen(walker: Walker, kind: 'page' | 'action', address: string): boolean | undefined {
  const path = pathOnly(address)
  const found = patterns.find((one) => one.kind === kind && one.pattern.test(path))
  if (found === undefined) return undefined
  const [, id] = /^\/accounts\/([^/]+)/.exec(path) ?? []
  const isOfAccount = !['public', 'person', 'operator'].includes(found.needed)
  if (!isOfAccount) return MAY[found.needed].includes(walker)
  const account = world.accounts.find((one) => `${one.id}` === id)
  // The link of the operator is of a viewer of North.
  const roleIn = walker === 'operator' ? 'viewer' : walker
  if (account?.name === 'south') return walker === 'stranger'
  return account !== undefined && MAY[found.needed].includes(roleIn)
}

function expectNothingMarked(
  walker: Walker,
  request: string,
  { text }: Pick<TestWebResponse, 'text'>,
  seed: string,
): void {
  for (const { text: mark, of } of world.marks) {
    if ((READS[of] as readonly Walker[]).includes(walker) || request.includes(mark)) continue
    expect(text.includes(mark), `${walker} read ${mark} at ${request} (${seed})`).toBe(false)
  }
}

function expectAnswer(
  walker: Walker,
  may: boolean | undefined,
  request: string,
  answer: TestWebResponse,
  seed: string,
): void {
  const about = `${walker}: ${request} (${seed})`
  if (answer.status === 503) expect(request, about).toMatch(NEEDS_BOT)
  else expect(answer.status, about).toBeLessThan(500)
  expectNothingMarked(walker, request, answer, seed)
  if (may !== false) return
  if (walker === 'signed out') expect(answer.status === 404 || answer.location.startsWith('/sign-in'), about).toBe(true)
  else expect([403, 404], `${about} → ${answer.location}`).toContain(answer.status)
}

async function open(walker: Walker, address: string, seed: string): Promise<void> {
  const person = world.people.get(walker) ?? expect.unreachable()
  const answer = await person.get(address, { 'x-forwarded-for': addressOfCaller() })
  expectAnswer(walker, mayOpen(walker, 'page', address), `GET ${address}`, answer, seed)
  if (answer.status === 200) shown.set(walker, (shown.get(walker) ?? 0) + 1)
  for (const link of linksIn(answer.text)) if (links.size < 5_000) links.add(link)
  const known = new Set(forms.map(({ path }) => path))
  forms.push(...formsIn(answer.text).filter(({ path }) => !known.has(path) && !ENDS.test(path)))
}

async function send(walker: Walker, form: FoundForm, random: Random, seed: string): Promise<void> {
  if (ENDS.test(form.path)) return
  const person = world.people.get(walker) ?? expect.unreachable()
  const fields = Object.entries(form.fields).map(([name, value]) => [
    name,
    random.chance(0.3) ? random.pick(WRONG) : value,
  ])
  const may = mayOpen(walker, 'action', form.path)
  const before = may === false ? world.rows() : undefined
  const own = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': addressOfCaller() }
  const answer = await person.post(form.path, Object.fromEntries(fields) as Record<string, string>, own)
  const request = `POST ${form.path} ${JSON.stringify(fields)}`
  expectAnswer(walker, may, request, answer, seed)
  if (before) expect(world.rows(), `${walker}: ${request} (${seed})`).toEqual(before)
}

/** The API with the keys of both accounts, a revoked one, and none. */
async function call(random: Random, seed: string): Promise<void> {
  const { path } = random.pick(Object.values(endpoints))
  const key = random.pick(['north', 'south', 'revoked', 'none'] as const)
  const id = random.pick(world.params.id ?? [])
  const query = random.chance(0.5) ? '?start_date=2026-06-17&end_date=2026-06-17' : ''
  const headers = { 'x-forwarded-for': addressOfCaller() }
  const address = path.replace(':id', id).replace(':event_id', '1') + query
  const { status, text } = await world.web.ask(address, { key: key === 'none' ? null : world.keys[key], headers })
  const about = `${key}: ${address} (${seed})`
  expect(status, about).toBeLessThan(500)
  if (key === 'revoked' || key === 'none') expect(status, about).toBe(401)
  expectNothingMarked(
    key === 'north' ? 'viewer' : key === 'south' ? 'stranger' : 'signed out',
    address,
    { text },
    about,
  )
}

/** An address of the list of routes, with numbers of things that exist and that do not. */
function routeAddress(random: Random): string {
  const { path } = random.pick(ROUTES.filter(({ kind }) => kind === 'page'))
  return path.replace(/:(\w+)/g, (_, name: string) => random.pick(world.params[name] ?? world.params.id ?? []))
}

async function step(random: Random, seed: string): Promise<void> {
  const walker = random.pick(WALKERS)
  const what = random.below(10)
  if (what === 0) return call(random, seed)
  if (what === 1) return open(walker, random.pick([...world.shared, ...world.revoked]), seed)
  if (what < 5 || links.size === 0) return open(walker, routeAddress(random), seed)
  if (what < 8 || forms.length === 0)
    return open(walker, random.pick([...links].filter((one) => !ENDS.test(one))), seed)
  return send(walker, random.pick(forms), random, seed)
}

it('every page and action needs the access that the model states [WEB-5]', () => {
  const routes = ROUTES.map((route) => `${route.access}: ${keyOf(route)}`)
  expect(routes.toSorted()).toEqual(ACCESSES.flatMap((one) => NEEDED[one].map((key) => `${one}: ${key}`)).toSorted())
})

// Before the walks, in which owners revoke links.
it('a shared link shows everybody what it is for, and a revoked one nobody anything [WEB-42, WEB-57]', async () => {
  for (const [walker, person] of world.people)
    for (const address of world.shared) expect((await person.get(address)).status, `${walker} ${address}`).toBe(200)
  for (const [walker, person] of world.people)
    for (const address of world.revoked) expect((await person.get(address)).status, `${walker} ${address}`).toBe(404)
})

it('no walk shows or changes what the role may not, and none ends in an error of ours [WEB-5]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const random = randomFrom(seed)
      for (let done = 0; done < STEPS; done++) await step(random, `seed ${seed}, step ${done}`)
    }),
    { numRuns: WALKS, endOnFailure: true },
  )
  for (const walker of WALKERS) expect(shown.get(walker) ?? 0, walker).toBeGreaterThan(5)
  expect(forms.length).toBeGreaterThan(5)
  const pages = [...shown.values()].reduce((sum, count) => sum + count, 0)
  await recordFigure(
    'walks through pages and API',
    `${WALKS} walks of ${STEPS} steps, ${pages} pages shown, none to whom it may not be`,
  )
}, 3_600_000)
