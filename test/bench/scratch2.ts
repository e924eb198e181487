import { existsSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { compose } from '../../src/compose.js'
import { dayOf, isoOfDay, minuteOf } from '../../src/domain/clock.js'
import { configOf } from './commands-past.js'
import { Client } from './http/client.js'
import { startHelper } from './bench.js'
import { answersOk, freePort } from './startup.js'
import { fill } from './series/stores.js'
const file = '/dev/shm/q.db', databaseUrl = 'file:' + file
if (!existsSync(file)) {
  const past = await compose(configOf(databaseUrl))
  await fill(past.store, 1000, 30, { until: minuteOf(Date.now()) })
  const accounts = []
  for (let first = 1; first <= 1000; first += 500) {
    const account = await past.services.accounts.create({ name: `Bench ${first}`, plan: 'enterprise' })
    for (let id = first; id < first + 500; id++) await past.store.games.add({ accountId: account.id, channelId: null, createdAt: Date.now(), maxGames: 500, universe: { id, name: `Universe ${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const } })
    const { secret } = await past.services.keys.create(account, 'bench')
    accounts.push({ secret, gameId: (await past.store.games.ofAccount(account.id))[0]!.id })
  }
  await past.close()
  writeFileSync('/dev/shm/q.json', JSON.stringify(accounts))
}
const accounts = JSON.parse(readFileSync('/dev/shm/q.json', 'utf8'))
const double = await startHelper('poll/double-process.ts')
const port = await freePort(), mport = port
const flags = process.argv.slice(2)
const s = spawn(process.execPath, [...flags, '/work/w/lead/dist/src/main.js'], { env: { ...process.env, ...(process.env.ARENA?{MALLOC_ARENA_MAX:process.env.ARENA}:{}), DATABASE_URL: databaseUrl, PORT: `${port}`, PLATFORM_URL: (double.ready as any).url, LOG_LEVEL: 'warn' }, stdio: ['ignore', 'inherit', 'inherit'] })
const rss = () => { const t = readFileSync(`/proc/${s.pid}/status`, 'utf8'); return 'rss ' + Math.round(Number(/VmRSS:\s+(\d+)/.exec(t)![1]) / 1024) + ' anon ' + Math.round(Number(/RssAnon:\s+(\d+)/.exec(t)![1]) / 1024) + ' file ' + Math.round(Number(/RssFile:\s+(\d+)/.exec(t)![1]) / 1024)+ ' shm ' + Math.round(Number(/RssShmem:\s+(\d+)/.exec(t)![1]) / 1024) }
const metrics = async () => { const r = await fetch(`http://127.0.0.1:${port}/metrics`); const t = await r.text(); return t.split('\n').filter((l) => /^\w*(heap_size|external_mem|heap_space)/.test(l) && !/^#/.test(l)).map(l=>l.replace(/(\d+)$/, (x) => Math.round(Number(x) / 1048576) + 'M')).filter(l=>!/available/.test(l)).join('\n') }
try {
  await answersOk(`http://127.0.0.1:${port}/readyz`)
  console.log('start', rss())
  for (const { secret, gameId } of accounts) {
    const client = await Client.open(port, secret)
    const today = dayOf(minuteOf(Date.now()))
    const dates = `start_date=${isoOfDay(today - 29)}&end_date=${isoOfDay(today)}`
    const game = `/games/${gameId}`
    for (const path of ['/games', '/games/stats', '/rankings', '/rankings?by=change', '/games/summary', `${game}/summary`, `${game}/series?interval=1m&last=1d`, `${game}/series?interval=1h&last=30d`, `${game}/export?${dates}&format=csv`, `${game}/export?${dates}&format=json`]) {
      await client.ask(path)
      console.log(path, rss()); s.kill('SIGUSR2'); await new Promise(r=>setTimeout(r,100))
    }
    client.close()
  }
  await new Promise((r) => setTimeout(r, 1000))
  console.log('end', rss())
} finally {
  s.kill(); await double.stop()
}
process.exit()
