// Finds the Prometheus of the Debian package for the test of the dashboard. PROMETHEUS names another executable.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const USUAL_PLACES = ['/usr/bin/prometheus', '/usr/local/bin/prometheus']

export const prometheusPath = (process.env.PROMETHEUS ? [process.env.PROMETHEUS] : USUAL_PLACES).find((place) =>
  existsSync(place),
)
export const PROMETHEUS_MISSING = 'Prometheus is not installed; on Debian: apt-get install prometheus'

export interface PrometheusProcess {
  readonly url: string
  stop(): void
}

/** Starts Prometheus on a free port, where it scrapes the metrics at `target` (host and port) every second. */
export async function startPrometheus(
  path: string,
  folder: string,
  { target, token }: { readonly target: string; readonly token: string },
): Promise<PrometheusProcess> {
  const config = join(folder, 'prometheus.yml')
  const job = { job_name: 'headcount', authorization: { credentials: token }, static_configs: [{ targets: [target] }] }
  // Every JSON text is also valid YAML.
  await writeFile(config, JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: [job] }))
  const flags = [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'data')}`]
  const child = spawn(path, [...flags, '--web.listen-address=127.0.0.1:0'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const address = await listeningAddress(child).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return { url: `http://${address}`, stop: () => void child.kill('SIGKILL') }
}

async function listeningAddress(child: ChildProcess): Promise<string> {
  let said = ''
  child.stderr?.on('data', (data: Buffer) => (said += data.toString()))
  for (let waited = 0; waited < 600; waited++) {
    const address = /Listening on\W+(?:address=)?(127\.0\.0\.1:\d+)/.exec(said)?.[1]
    if (address !== undefined) return address
    if (child.exitCode !== null) break
    await sleep(100)
  }
  throw new Error(`Prometheus does not listen: ${said}`)
}
