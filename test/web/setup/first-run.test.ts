// The first run in the browser: from an empty installation to the first number, the bot and a key.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

let web: TestWeb

/** An installation without an account, and the code of its start. */
async function startEmpty(environment: Readonly<Record<string, string>> = {}): Promise<string> {
  web = await startWeb({ withDiscord: false, environment })
  await web.services.accounts.remove(`${web.account.id}`)
  return (await web.services.firstRun.code()) ?? expect.unreachable('There is no code.')
}

let code = ''
beforeEach(async () => {
  code = await startEmpty()
})
afterEach(() => web.stop())

async function operator(): Promise<Visitor> {
  const person = web.visitor()
  const { status } = await person.post('/setup', { code, name: 'My studio' })
  expect(status).toBe(303)
  return person
}

describe('the one-time code', () => {
  it('names the operator, who owns the first account, on Enterprise, and works once [PROCESS-25]', async () => {
    expect((await web.visitor().get(`/setup?code=${code}`)).text).toContain('Name your studio')
    const person = await operator()
    const [account] = await web.services.accounts.list()
    expect(account).toMatchObject({ name: 'My studio', plan: 'enterprise', status: 'active' })
    expect((await person.get(`/accounts/${account?.id}`)).text).toContain('Owner')
    expect((await person.get('/setup')).status).toBe(200)
    const again = await web.visitor().post('/setup', { code, name: 'Another' })
    expect([again.status, again.cookies]).toEqual([404, []])
    expect(await web.services.firstRun.code()).toBeUndefined()
    const used = await web.visitor().get(`/setup?code=${code}`)
    expect([used.status, used.text.includes('This link is no longer valid')]).toEqual([404, true])
    const typed = await web.visitor().get('/setup')
    expect([typed.status, typed.text.includes('The setup is not open to you')]).toEqual([404, true])
  })

  it('creates one account even if it is sent several times at once [PROCESS-25]', async () => {
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => web.visitor().post('/setup', { code, name })))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404])
    expect(await web.services.accounts.list()).toHaveLength(1)
  })

  it('stays valid after a name that is rejected, which the form shows again [PROCESS-25]', async () => {
    const { status, text } = await web.visitor().post('/setup', { code, name: '123' })
    expect(status).toBe(400)
    expect(text).toContain('value="123"')
    expect(text).toContain(`value="${code}"`)
    await operator()
  })

  it('opens nothing if it is wrong, missing or of another site, and ends with the first account [PROCESS-25]', async () => {
    for (const wrong of ['', 'wrong', `${code}x`, code.slice(1)])
      expect((await web.visitor().post('/setup', { code: wrong, name: 'A' })).status).toBe(404)
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await web.visitor().post('/setup', { code, name: 'A' }, foreign)).status).toBe(403)
    await web.services.accounts.create({ name: 'By the command line', plan: 'free' })
    expect((await web.visitor().post('/setup', { code, name: 'A' })).status).toBe(404)
  })

  it('ends with the first account, also once no account is left [PROCESS-25]', async () => {
    const account = await web.services.accounts.create({ name: 'By the command line', plan: 'free' })
    await web.services.accounts.remove(`${account.id}`)
    expect((await web.visitor().post('/setup', { code, name: 'A' })).status).toBe(404)
    expect(await web.services.firstRun.code()).toBeUndefined()
    const { services } = await web.restart()
    const next = (await services.firstRun.code()) ?? ''
    expect([await services.firstRun.accepts(next), await services.firstRun.accepts(code)]).toEqual([true, false])
  })

  it('is new at each start', async () => {
    const { services } = await web.restart()
    expect(await services.firstRun.code()).toMatch(/^[\w-]{43}$/)
    expect(await services.firstRun.code()).not.toBe(code)
  })
})

describe('the pages of the operator', () => {
  it('do not exist for an owner, a person of OPERATORS excepted, nor for strangers [WEB-39]', async () => {
    await web.stop()
    web = await startWeb({ environment: { OPERATORS: '90000777' } })
    const owner = await web.member('owner')
    const nothing = await owner.get('/no-such-page')
    for (const path of ['/setup/game', '/setup/discord', '/setup/key']) {
      const { status, text } = await owner.get(path)
      expect([status, text.includes('<h1>Page not found</h1>')]).toEqual([nothing.status, true])
      expect((await web.visitor().get(path)).location).toBe(`/sign-in?return=${encodeURIComponent(path)}`)
      expect((await owner.post(path, { game: '1', token: 'x', name: 'key' })).status).toBe(404)
    }
    web.discord.oauth.person = { id: '90000777', username: 'boss' }
    await web.services.members.add(web.account, '90000777', 'manager')
    const boss = web.visitor()
    await boss.signIn()
    expect((await boss.get('/setup/discord')).status).toBe(200)
  })

  it('open with a link of the operator, and not with another link of an owner [WEB-39]', async () => {
    await operator()
    const [account = expect.unreachable()] = await web.services.accounts.list()
    for (const isOperator of [true, false]) {
      const { secret } = await web.services.loginLinks.create(account, 'owner', isOperator)
      const person = web.visitor()
      await person.post('/sign-in/link', { code: secret })
      expect((await person.get('/setup/game')).status).toBe(isOperator ? 200 : 404)
    }
  })
})

describe('the first game', () => {
  it('is found by its name with its icon, and tracked by a button [WEB-38]', async () => {
    const person = await operator()
    const { name, universeId } = web.simulator.world.games[0] ?? expect.unreachable()
    const { location } = await person.post('/setup/game', { game: name })
    expect(location).toBe(`/setup/game?${new URLSearchParams({ find: name })}`)
    const { text } = await person.get(location)
    expect(text).toContain(`value="${universeId}"`)
    expect(text).toContain('src="data:image/webp;base64,')
    expect((await person.post('/setup/game', { game: `${universeId}` })).location).toBe('/setup/discord')
    expect((await person.get('/setup/discord')).text).toContain('The first number arrives within a minute')
    await web.tick()
    expect((await person.get('/setup/discord')).text).toMatch(/id="first-numbers".*[\d,]+ players/s)
  })

  it('is tracked at once by a pasted address, and says what is wrong with it [WEB-38]', async () => {
    const person = await operator()
    const { placeId } = web.simulator.world.games[1] ?? expect.unreachable()
    const wrong = await person.post('/setup/game', { game: 'https://www.roblox.com/catalog/1' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('id="game-error"')
    const address = `https://www.roblox.com/games/${placeId}/Name`
    expect((await person.post('/setup/game', { game: address })).location).toBe('/setup/discord')
  })

  it('is sampled at once in a minute whose tick is stored, and by the tick otherwise [DATA-35]', async () => {
    const person = await operator()
    const [first, second] = web.simulator.world.games.map(({ universeId }) => universeId)
    await person.post('/setup/game', { game: `${first}` })
    expect((await web.services.latestSamples([first ?? 0])).size).toBe(0)
    await web.tick()
    await person.post('/setup/game', { game: `${second}` })
    const minute = web.clock.now() / 60_000
    expect((await web.services.latestSamples([second ?? 0])).get(second ?? 0)).toMatchObject({ minute })
    web.clock.advance(1)
    await web.tick()
    expect(await web.store.series.gaps(second ?? 0, minute - 10, minute + 10)).toEqual([])
    expect(await web.store.series.schedules(second ?? 0, 0, minute + 10)).toMatchObject([
      { since: minute, interval: 1 },
    ])
  })

  it('can be pasted where the search fails', async () => {
    await web.stop()
    code = await startEmpty({ PLATFORM_URL: 'http://127.0.0.1:1/{service}' })
    const person = await operator()
    const { status, text } = await person.get('/setup/game?find=Anything')
    expect(status).toBe(200)
    expect(text).toContain('Paste the address of the game instead')
  })
})

describe('the bot token', () => {
  const stored = () => web.services.secrets.get('discord.token')

  it('is tested, stored encrypted and used at once; a wrong one is not stored and not shown again [PROCESS-26]', async () => {
    const person = await operator()
    let restarts = 0
    web.services.botToken.listen(async () => void restarts++)
    const wrong = await person.post('/setup/discord', { token: 'not-the-token' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('Discord does not accept this token')
    expect(wrong.text).not.toContain('not-the-token')
    expect([await stored(), restarts]).toEqual([undefined, 0])
    expect((await person.post('/setup/discord', { token: ` ${web.discord.token} ` })).status).toBe(303)
    expect([await stored(), restarts]).toEqual([web.discord.token, 1])
    const { text } = await person.get('/setup/discord')
    expect(text).toContain('oauth2/authorize?client_id=')
    expect(text).not.toContain(web.discord.token)
    expect(web.logged.join()).not.toContain(web.discord.token)
    await person.post('/setup/discord/remove')
    expect([await stored(), restarts]).toEqual([undefined, 2])
  })

  it('of the environment wins, and the page says so [PROCESS-26]', async () => {
    await web.stop()
    code = await startEmpty({ DISCORD_TOKEN: 'of-the-environment' })
    const person = await operator()
    const { text } = await person.get('/setup/discord')
    expect(text).toContain('set by DISCORD_TOKEN in the environment')
    expect(text).not.toContain('type="password"')
    expect((await person.post('/setup/discord', { token: web.discord.token })).status).toBe(400)
    expect(await stored()).toBeUndefined()
  })
})

it('every step can be skipped, and the key is shown once [WEB-38]', async () => {
  const person = await operator()
  for (const [path, next] of [
    ['/setup/game', '/setup/discord'],
    ['/setup/discord', '/setup/key'],
  ] as const)
    expect((await person.get(path)).text).toMatch(new RegExp(`href="${next}"[^>]*>Skip`))
  const made = await person.post('/setup/key', { name: 'My program', expires: '', once: 'a' })
  expect(made.status).toBe(200)
  const [key = expect.unreachable()] = /hc_live_\w{43}/.exec(made.text) ?? []
  expect((await web.services.keys.authenticate(key))?.account.name).toBe('My studio')
  expect((await person.post('/setup/key', { name: 'My program', expires: '', once: 'a' })).text).toContain(key)
  expect((await person.get('/setup/key')).text).not.toContain(key)
  expect((await person.get('/setup')).text).toMatch(/API key<\/a><\/div><span class="badge success">Done/)
})
