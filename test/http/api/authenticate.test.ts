import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { expectRateHeaders, expectRejection } from '../expect-answer.js'

let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp({ settings: { trustProxy: true } })
})
afterAll(() => http.stop())

let neighbors = 0
/** Asks from a new address each time, because failures are limited by address. */
const askAs = (headers: Record<string, string | string[]>) =>
  http.ask('/games', {
    key: null,
    headers: { 'x-forwarded-for': `10.1.${++neighbors >> 8}.${neighbors & 255}`, ...headers },
  })

const otherKey = `hc_live_${'a'.repeat(43)}`

describe('a key', () => {
  it('is taken from X-API-Key and from Authorization, alone or both alike', async () => {
    const bearer = `Bearer ${http.key}`
    for (const headers of [
      { 'x-api-key': http.key },
      { authorization: bearer },
      { 'x-api-key': http.key, authorization: bearer },
    ])
      expect((await askAs(headers)).status).toBe(200)
  })

  it('may follow the scheme in any case and after several spaces', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer  '])
      expect((await askAs({ authorization: `${scheme} ${http.key}` })).status).toBe(200)
  })

  it('is looked for in X-API-Key where a proxy uses Authorization for its own scheme', async () => {
    expect((await askAs({ 'x-api-key': http.key, authorization: 'Basic dTpw' })).status).toBe(200)
  })

  it('is rejected where two are sent that differ, whichever is the good one [API-2]', async () => {
    for (const headers of [
      { 'x-api-key': http.key, authorization: `Bearer ${otherKey}` },
      { 'x-api-key': otherKey, authorization: `Bearer ${http.key}` },
      { 'x-api-key': http.key, authorization: 'Bearer ' },
      { 'x-api-key': '', authorization: `Bearer ${http.key}` },
      { 'x-api-key': [http.key, otherKey] },
      { authorization: [`Bearer ${http.key}`, `Bearer ${otherKey}`] },
    ])
      expectRejection(await askAs(headers), 401, 'INVALID_API_KEY')
  })

  it('is rejected where two accounts own the two that are sent', async () => {
    const other = await http.tenant()
    expectRejection(
      await askAs({ 'x-api-key': http.key, authorization: `Bearer ${other.key}` }),
      401,
      'INVALID_API_KEY',
    )
  })

  it.each([
    ['missing', {}],
    ['empty', { 'x-api-key': '' }],
    ['unknown', { 'x-api-key': otherKey }],
    ['of another form', { 'x-api-key': "' OR 1=1 --" }],
    ['very long', { 'x-api-key': 'k'.repeat(8000) }],
    ['sent without its scheme', { authorization: otherKey }],
    ['sent under another scheme', { authorization: `Token ${otherKey}` }],
    ['followed by more', { authorization: `Bearer ${otherKey} more` }],
  ])('that is %s gets 401 INVALID_API_KEY', async (_, headers) => {
    const answer = await askAs(headers)
    expectRejection(answer, 401, 'INVALID_API_KEY')
    expect(answer.headers['www-authenticate']).toBe('Bearer')
    expectRateHeaders(answer, 30)
  })

  it('is not read from the query or with its case changed', async () => {
    const forwarded = { 'x-forwarded-for': '10.9.9.9' }
    const inQuery = `/games?api_key=${http.key}&key=${http.key}`
    expectRejection(await http.ask(inQuery, { key: null, headers: forwarded }), 401, 'INVALID_API_KEY')
    expectRejection(await askAs({ 'x-api-key': http.key.toUpperCase() }), 401, 'INVALID_API_KEY')
  })

  it('ends with its revocation, its expiry, and the grace of its rotation', async () => {
    const { account } = await http.tenant()
    const { keys } = http.services
    const status = async (secret: string) => (await askAs({ 'x-api-key': secret })).status
    const revoked = await keys.create(account, 'revoked')
    const expiring = await keys.create(account, 'expiring', http.clock.now() + 1000)
    const rotated = await keys.create(account, 'rotated')
    const successor = await keys.rotate(rotated, 1)
    const secrets = [revoked, expiring, rotated, successor].map((key) => key.secret)
    expect(await Promise.all(secrets.map(status))).toEqual([200, 200, 200, 200])
    await keys.revoke(revoked)
    http.clock.advance(60)
    expect(await Promise.all(secrets.map(status))).toEqual([401, 401, 401, 200])
  })

  it('ends with its account', async () => {
    const { account, key } = await http.tenant()
    await http.services.accounts.remove(`${account.id}`)
    expectRejection(await askAs({ 'x-api-key': key }), 401, 'INVALID_API_KEY')
  })
})
