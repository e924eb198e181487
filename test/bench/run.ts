// npm run bench [-- --quick] [--sizes 20,200,…] [name …]: all benches or those named, one after the other, as one table.
// Fails (exit code 1) where a figure is not as many times better than the plain row store as it must be, or out of bounds.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import type { Benchmark } from './bench.js'
import { benchCharts } from './charts.js'
import { benchCommands } from './commands.js'
import { benchServers } from './discord/servers.js'
import { benchAlerts, benchEffects } from './effects/effects.js'
import { benchEvaluation, benchManyRules } from './evaluation.js'
import { benchAccessLog } from './http/access-log.js'
import { benchBlocks } from './http/blocks.js'
import { benchExports } from './http/exports.js'
import { benchLoad } from './http/load.js'
import { benchMilestones } from './milestones/milestones.js'
import { benchOverload } from './overload/overload.js'
import { benchPages } from './pages.js'
import { benchPeers } from './peers/peers.js'
import { benchPoll } from './poll/tick.js'
import { benchPostgres } from './postgres/postgres.js'
import { benchPreview } from './preview.js'
import { Report } from './report.js'
import { benchBytes, benchShapes } from './series/bytes.js'
import { benchCompaction } from './series/compaction.js'
import { benchImport } from './series/import.js'
import { benchMemory } from './series/memory.js'
import { benchPoints } from './series/points.js'
import { benchStore } from './series/store.js'
import { benchTicks } from './series/ticks.js'
import { benchStartup } from './startup.js'
import { benchStatements } from './statements.js'
import { benchUsual } from './usual/usual.js'

const BENCHES: Readonly<Record<string, Benchmark>> = {
  startup: benchStartup,
  peers: benchPeers,
  store: benchStore,
  bytes: benchBytes,
  shapes: benchShapes,
  import: benchImport,
  ticks: benchTicks,
  statements: benchStatements,
  compaction: benchCompaction,
  memory: benchMemory,
  points: benchPoints,
  poll: benchPoll,
  evaluation: benchEvaluation,
  rules: benchManyRules,
  preview: benchPreview,
  effects: benchEffects,
  alerts: benchAlerts,
  blocks: benchBlocks,
  load: benchLoad,
  exports: benchExports,
  'access-log': benchAccessLog,
  pages: benchPages,
  overload: benchOverload,
  charts: benchCharts,
  commands: benchCommands,
  servers: benchServers,
  usual: benchUsual,
  milestones: benchMilestones,
  postgres: benchPostgres,
}
/** The store's bench takes about four minutes with them, and half a gigabyte of the temporary folder. */
const USUAL_SIZES = '20,200,1000,10000'

const USAGE = `npm run bench [-- --quick] [--sizes ${USUAL_SIZES}] [name …]
Without a name, all benches run. They are: ${Object.keys(BENCHES).join(', ')}.`

const OPTIONS = {
  help: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  sizes: { type: 'string', default: USUAL_SIZES },
} as const

function readArguments() {
  const { values, positionals: names } = parseArgs({ allowPositionals: true, options: OPTIONS })
  const unknown = names.find((name) => !Object.hasOwn(BENCHES, name))
  if (unknown !== undefined) throw new Error(`There is no bench ${unknown}.`)
  const sizes = values.sizes.split(',').map(Number)
  if (!sizes.every((size) => Number.isInteger(size) && size >= 20)) throw new Error('--sizes takes numbers from 20 on.')
  return { ...values, names, sizes }
}

function argumentsOrUsage(): ReturnType<typeof readArguments> {
  try {
    const read = readArguments()
    if (!read.help) return read
    console.log(USAGE)
    process.exit(0)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
    process.exit(2)
  }
}

const { names, quick, sizes } = argumentsOrUsage()
const report = new Report()
const began = performance.now()
for (const [name, bench] of Object.entries(BENCHES)) {
  if (names.length > 0 && !names.includes(name)) continue
  process.stderr.write(`${name}\n`)
  await bench(report, { quick, sizes })
}
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
process.stdout.write(`\nNode ${process.version}, ${cpus().length} virtual cores, ${minutes} minutes\n\n`)
process.exitCode = report.print() ? 0 : 1
