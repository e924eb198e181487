// Caddy as compose.postgres.yaml starts it, in front of processes of this machine in place of containers.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

const USUAL_PLACES = ['/usr/bin/caddy', '/usr/local/bin/caddy']
const COMPOSE_FILE = join(import.meta.dirname, '..', '..', '..', 'compose.postgres.yaml')
const READ_YAML = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))'

const caddyPath = (process.env.CADDY ? [process.env.CADDY] : USUAL_PLACES).find((place) => existsSync(place))
/** False where Caddy or Python's yaml, which reads the compose file, is not installed. */
export const runsCaddy = caddyPath !== undefined && spawnSync('python3', ['-c', 'import yaml']).status === 0
export const CADDY_MISSING = 'Caddy or python3-yaml is not installed; on Debian: apt-get install caddy python3-yaml'

const composeSchema = z.object({ configs: z.object({ caddyfile: z.object({ content: z.string() }) }) })

/** The Caddyfile of compose.postgres.yaml. */
function readCaddyfile(): string {
  const text = execFileSync('python3', ['-c', READ_YAML, COMPOSE_FILE], { encoding: 'utf8' })
  return composeSchema.parse(JSON.parse(text)).configs.caddyfile.content
}

/** Serves at 127.0.0.1 and `port`, without TLS, in front of the addresses that stand for api-1 and api-2. */
export async function startCaddy(port: number, addresses: readonly [string, string]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-caddy-'))
  const file = join(folder, 'Caddyfile')
  const sites = readCaddyfile()
    .replace(/\$\{DOMAIN[^}]*\}/, `http://127.0.0.1:${port}`)
    .replace('api-1:3000', addresses[0])
    .replace('api-2:3000', addresses[1])
  await writeFile(file, `{\n\tadmin off\n}\n${sites}`)
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(caddyPath ?? '', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
  onTestFinished(async () => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
