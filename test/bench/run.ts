// npm run bench [-- --quick] [name …]: runs the benches one after the other and prints a table.
import { cpus } from 'node:os'
import type { Bench } from './bench.js'
import { benchHttp } from './http.js'
import { benchPages } from './pages.js'
import { benchTick } from './tick.js'

const BENCHES: Readonly<Record<string, Bench>> = { http: benchHttp, pages: benchPages, tick: benchTick }

const words = process.argv.slice(2)
const quick = words.includes('--quick')
const wanted = words.filter((word) => !word.startsWith('--'))
const unknown = wanted.find((name) => !(name in BENCHES))
if (unknown !== undefined)
  throw new Error(`There is no bench ${unknown}. There are: ${Object.keys(BENCHES).join(', ')}.`)

const say = (text: string): void => void process.stdout.write(`${text}\n`)

say(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}${quick ? ', quick' : ''}`)
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const started = performance.now()
  const figures = await bench({ quick })
  const width = Math.max(...figures.map(({ what }) => what.length))
  say(`\n${name} (${((performance.now() - started) / 1000).toFixed(0)} s)`)
  for (const { what, result } of figures) say(`  ${what.padEnd(width)}  ${result}`)
}
