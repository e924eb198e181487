// What POLLER_ADDRESSES takes, and what the operator sees of the addresses.
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config.js'
import { openAccount, openBench } from '../../support/cli/run-cli.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { A, B } from './open-lines.js'

describe('POLLER_ADDRESSES', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7 is not an address of this machine'],
    [`${A}, 2001:db8::7`, '2001:db8::7 is not an address of this machine'],
    ['localhost', 'localhost is not an IPv4 or IPv6 address'],
    ['127.0.0.2:80', '127.0.0.2:80 is not an IPv4'],
    ['127.0.0.0/8', '127.0.0.0/8 is not an IPv4'],
    ['127.0.0.02', '127.0.0.02 is not an IPv4'],
    ['fe80::1%lo', 'fe80::1%lo is not an IPv4 or IPv6 address'],
    ['0.0.0.0', '0.0.0.0 is not one address'],
    ['0:0::0', '0:0::0 is not one address'],
    ['224.0.0.1', '224.0.0.1 is not one address'],
    ['255.255.255.255', '255.255.255.255 is not one address'],
    ['ff02::1', 'ff02::1 is not one address'],
    [`${A},${B},${A}`, '127.0.0.2 is there twice.'],
    [`${A},::ffff:7f00:2`, '::ffff:7f00:2 is there twice, first as 127.0.0.2'],
    [Array.from({ length: 33 }, (_, index) => `127.0.2.${index + 1}`).join(), 'POLLER_ADDRESSES takes at most 32'],
  ])('names what is wrong with %s [PROCESS-35]', (value, problem) => {
    expect(() => readConfig({ POLLER_ADDRESSES: value })).toThrow(problem)
    expect(() => readConfig({ POLLER_ADDRESSES: value })).toThrow('POLLER_ADDRESSES')
  })

  it('takes addresses of this machine with blanks between them [PROCESS-35]', () => {
    expect(readConfig({ POLLER_ADDRESSES: ` ${A} , ${B},` }).POLLER_ADDRESSES).toEqual([A, B])
    expect(readConfig({}).POLLER_ADDRESSES).toEqual([])
  })

  it('uses an IPv4 address once, however it is written [PROCESS-35]', () => {
    expect(readConfig({ POLLER_ADDRESSES: '::FFFF:127.0.0.2' }).POLLER_ADDRESSES).toEqual([A])
  })
})

describe('the operator', () => {
  let http: TestHttp
  afterEach(() => http.stop())

  /** After a tick, in which A does not work. */
  async function open(): Promise<void> {
    http = await startHttpApp({
      environment: { POLLER_ADDRESSES: `${A},${B}` },
      settings: { metricsToken: 'a-token' },
      simulator: { rateLimits: 'real' },
    })
    await http.track(0)
    http.simulator.settings.intercept = ({ address }) => (address === A ? { reset: true } : undefined)
    await http.tick()
    await http.tick()
  }

  it('reads in the readiness which address fails, why, and what the limits leave [PROCESS-38]', async () => {
    await open()
    const { poller } = (await http.ask('~/readyz', { key: null })).json() as { poller: { addresses: unknown } }
    expect(poller.addresses).toMatchObject([
      { address: A, state: 'failing', detail: expect.stringMatching(/^No answer: [A-Z_]+\.$/) },
      { address: B, state: 'running', universesLeft: expect.any(Number) },
    ])
  })

  it('reads the same in the metrics [PROCESS-38]', async () => {
    await open()
    const { text } = await http.ask('~/metrics', { key: null, headers: { authorization: 'Bearer a-token' } })
    expect(text).toContain(`headcount_poller_address_state{address="${A}",state="failing"} 1`)
    expect(text).toContain(`headcount_poller_address_state{address="${B}",state="running"} 1`)
    expect(text).toContain(`headcount_poller_address_state{address="${B}",state="failing"} 0`)
    expect(text).toMatch(/headcount_poller_address_universes_left\{address="127.0.0.3"\} 9[0-9]{3}/)
  })

  it('reads in the doctor what the running service says of each, and a warning [PROCESS-38]', async () => {
    await open()
    const bench = await openBench()
    const environment = { POLLER_ADDRESSES: `${A},${B}`, HOST: '127.0.0.1', PORT: `${http.port}` }
    const found = await checkOf(bench, environment)
    expect(found).toMatchObject({ state: 'warning', advice: expect.stringContaining('The others carry') })
    expect(found.found).toMatch(
      /^By the running service: 127\.0\.0\.2 fails \(No answer: \w+\).*; 127\.0\.0\.3 works, \d+ /,
    )
  })
})

describe('the doctor without a service', () => {
  const openSimulated = async () => {
    const bench = await openBench()
    await openAccount(bench, 'Studio')
    onTestFinished(() => {
      bench.simulator.settings.intercept = undefined
    })
    return bench
  }

  it('makes one call from each address, and is wrong where all fail [PROCESS-38]', async () => {
    const bench = await openSimulated()
    const environment = { POLLER_ADDRESSES: `${A},${B}` }
    expect(await checkOf(bench, environment)).toMatchObject({
      state: 'ok',
      found: expect.stringMatching(/^By one call from each: 127\.0\.0\.2 works.*; 127\.0\.0\.3 works/),
    })
    bench.simulator.settings.intercept = () => ({ reset: true })
    expect(await checkOf(bench, environment)).toMatchObject({
      state: 'wrong',
      advice: expect.stringContaining('Nothing is sampled'),
    })
  })

  it('names an address that this machine does not have [PROCESS-35]', async () => {
    const bench = await openSimulated()
    const ended = await bench.runWith({ POLLER_ADDRESSES: '203.0.113.7' }, 'doctor', '--json')
    expect(ended.stdout).toContain('203.0.113.7 is not an address of this machine')
    expect(ended.code).toBe(1)
  })
})

async function checkOf(bench: Awaited<ReturnType<typeof openBench>>, environment: Readonly<Record<string, string>>) {
  const { stdout } = await bench.runWith(environment, 'doctor', '--json')
  const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; found: string; advice: string }[] }
  return checks.find(({ name }) => name === 'addresses') ?? expect.fail(stdout)
}
