// The steps of the Dockerfile lead to a service that runs as a user without rights and writes only its data.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { startSimulator } from '../../src/simulator/simulator.js'
import { isLongRun } from '../support/test-run.js'
import { buildImage, closeForWriting, person, ROOT, readDockerfile } from './dockerfile.js'

const BUILD_TIMEOUT = 560_000
const argumentsIn = (word: string): string[] => {
  const text = readDockerfile().findLast((one) => one.word === word)?.text ?? ''
  return z.array(z.string()).parse(JSON.parse(/\[.*\]$/.exec(text)?.[0] ?? ''))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  server.close()
  return port
}

it(
  'the image serves as another user from files that it cannot change, and its health check says so [PROCESS-33]',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headcount-image-'))
    await chmod(folder, 0o755)
    const simulator = await startSimulator({ port: 0, seed: 1, games: 3, rateLimits: 'off' })
    onTestFinished(async () => {
      await simulator.close()
      await rm(folder, { recursive: true, force: true })
    })
    const { app, environment, skipped } = buildImage(folder, isLongRun)
    expect(skipped).toHaveLength(isLongRun ? 1 : 2)
    closeForWriting(app)
    const port = String(await freePort())
    const env = { ...environment, PORT: port, PLATFORM_URL: simulator.url, PATH: process.env.PATH }
    const [program = '', ...words] = argumentsIn('CMD')
    const service = spawn(program, words, { cwd: app, env, ...person })
    onTestFinished(() => void service.kill('SIGKILL'))
    let output = ''
    for (const stream of [service.stdout, service.stderr])
      stream.on('data', (data: Buffer) => (output += data.toString()))
    await expect.poll(() => output, { timeout: 60_000 }).toContain('serves at')
    expect(output).not.toContain('run file')
    const [check = '', ...rest] = argumentsIn('HEALTHCHECK')
    const health = () => {
      const child = spawn(check, rest, { cwd: app, env, ...person })
      return once(child, 'exit').then(([code]) => code)
    }
    expect(await health()).toBe(0)
    const doctor = execFileSync(program, ['dist/cli/main.js', 'config', 'check', '--json'], {
      cwd: app,
      env,
      ...person,
    })
    expect(JSON.parse(doctor.toString())).toMatchObject({ ok: true })
    service.kill('SIGTERM')
    expect((await once(service, 'exit'))[0]).toBe(0)
    expect(await health()).toBe(1)
    expect(await readdir(join(app, 'data'))).toContain('headcount.db')
  },
  BUILD_TIMEOUT,
)

it('the image ends as a user without rights, and is made of the base images by their plain names', () => {
  const instructions = readDockerfile()
  expect(instructions.findLast(({ word }) => word === 'USER')?.text).toBe('node')
  const bases = instructions.filter(({ word }) => word === 'FROM').map(({ text }) => text.split(' ')[0])
  expect(new Set(bases)).toEqual(new Set(['node:24-bookworm-slim']))
  const known = [
    'FROM',
    'RUN',
    'WORKDIR',
    'COPY',
    'ENV',
    'USER',
    'VOLUME',
    'EXPOSE',
    'HEALTHCHECK',
    'STOPSIGNAL',
    'CMD',
  ]
  expect(instructions.map(({ word }) => word).filter((word) => !known.includes(word))).toEqual([])
})

it('the compose file is read-only, has no rights, and sets only variables that exist', async () => {
  const text = await readFile(join(ROOT, 'compose.yaml'), 'utf8')
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true']) expect(text).toContain(line)
  const variables = await readFile(join(ROOT, '.env.example'), 'utf8')
  const set = [...text.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name)
  expect(set).toHaveLength(4)
  for (const name of set) expect(variables).toContain(`#${name}=`)
})

const parsesYaml = spawnSync('python3', ['-c', 'import yaml']).status === 0
it.skipIf(!parsesYaml)(`the compose file is YAML ${parsesYaml ? '' : ': python3 with yaml is not installed'}`, () => {
  const program = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))'
  const text = execFileSync('python3', ['-c', program, join(ROOT, 'compose.yaml')], { encoding: 'utf8' })
  expect(
    Object.keys(z.object({ services: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text)).services),
  ).toEqual(['headcount', 'proxy'])
})

it.skipIf(!parsesYaml)(
  'the compose file over PostgreSQL has each role, and sets only variables that exist',
  async () => {
    const program = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))'
    const text = execFileSync('python3', ['-c', program, join(ROOT, 'compose.postgres.yaml')], { encoding: 'utf8' })
    const service = z.object({
      environment: z.record(z.string(), z.string()).optional(),
      read_only: z.boolean().optional(),
    })
    const { services } = z.object({ services: z.record(z.string(), service) }).parse(JSON.parse(text))
    const ours = Object.values(services).filter(({ environment }) => environment?.ROLES !== undefined)
    expect(ours.map(({ environment }) => environment?.ROLES).sort()).toEqual(['api', 'api', 'bot', 'poller', 'poller'])
    expect(ours.every((one) => one.read_only)).toBe(true)
    const variables = await readFile(join(ROOT, '.env.example'), 'utf8')
    for (const name of Object.keys(ours[0]?.environment ?? {})) expect(variables).toContain(`#${name}=`)
  },
)
