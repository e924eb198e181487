// The operator's page shows the state of each local address and what its limits leave.
import { afterEach, expect, it } from 'vitest'
import { startWeb, type TestWeb } from '../support/start-web.js'

let web: TestWeb
afterEach(() => web.stop())

async function pageWith(environment: Readonly<Record<string, string>>): Promise<string> {
  web = await startWeb({ environment: { OPERATORS: '90000777', ...environment } })
  await web.track(0)
  web.simulator.settings.rateLimits = 'real'
  web.simulator.settings.intercept = ({ address }) => (address === '127.0.0.2' ? { reset: true } : undefined)
  await web.tick()
  web.discord.oauth.person = { id: '90000777', username: 'boss' }
  const boss = web.visitor()
  await boss.signIn()
  return (await boss.get('/operator')).text
}

it('shows which address fails, and what the other has left [PROCESS-38] [WEB-46]', async () => {
  const text = await pageWith({ POLLER_ADDRESSES: '127.0.0.2,127.0.0.3' })
  expect(text).toMatch(/<code>127\.0\.0\.2<\/code>.*badge danger">Fails<.*No answer: \w+\./s)
  expect(text).toMatch(/<code>127\.0\.0\.3<\/code>.*badge">Works<.*Games left this minute">[\d,]+</s)
})

it('says in words that Roblox fails, since when and why [PROCESS-41]', async () => {
  web = await startWeb({ environment: { OPERATORS: '90000777' } })
  await web.track(0)
  web.simulator.settings.intercept = () => ({ status: 503, body: '' })
  await web.tick()
  web.discord.oauth.person = { id: '90000777', username: 'boss' }
  const boss = web.visitor()
  await boss.signIn()
  expect((await boss.get('/operator')).text).toMatch(
    /Roblox<\/th>.*?badge danger">Fails<.*?Since [^<]+\. games:details: The platform answered 503\./s,
  )
})

it('shows no addresses where the system chooses [PROCESS-38] [WEB-46]', async () => {
  expect(await pageWith({})).not.toContain('id="addresses"')
})
