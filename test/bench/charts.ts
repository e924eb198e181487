// npx tsc && node --expose-gc --import tsx test/bench/charts.ts [charts]: time, longest stop of the event loop, memory.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openPngPainter } from '../../src/charts/render-png.js'
import { CHARTS, chart, players } from '../charts/some-charts.js'
import { startHelper } from './bench.js'

const COUNT = Number(process.argv[2] ?? 1000)
const WARM_UP = 30

const { paint, warmUp, close } = openPngPainter()
/** 30 days in 43,200 samples, and as many of the 30 days before: the heaviest picture there is. */
const month = CHARTS.month ?? chart()
const others = Object.values(CHARTS)
const inputs = [month, chart({ series: [players({ step: 10 })] }), ...others]

const at = (sorted: readonly number[], share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
const megabytes = () => {
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return [rss, heapUsed, external].map((bytes) => (bytes / 2 ** 20).toFixed(0)).join(' / ')
}

async function times(pick: (n: number) => (typeof inputs)[number], count: number): Promise<string> {
  const taken: number[] = []
  await idle.ask('forget')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  for (let n = 0; n < count; n++) {
    const start = performance.now()
    await paint(pick(n))
    taken.push(performance.now() - start)
  }
  delay.disable()
  taken.sort((one, other) => one - other)
  const stops = [50, 99, 100].map((share) => (delay.percentile(share) / 1e6).toFixed(1)).join(' / ')
  const beside = Number(await idle.ask('longest')).toFixed(1)
  return `p50 ${at(taken, 0.5)} ms, p95 ${at(taken, 0.95)} ms; event loop p50 / p99 / longest ${stops} ms (idle process: ${beside} ms)`
}

/** Beside this one, at the same time: on a shared machine an idle loop is stopped, too. */
const idle = await startHelper('idle-process.ts')
await warmUp()
console.log(`first ${WARM_UP}     ${await times((n) => inputs[n % inputs.length] ?? month, WARM_UP)}`)
console.log(`30 days      ${await times(() => month, 100)}`)
console.log(`memory       rss / heap / external ${megabytes()} MB`)
for (let done = 0; done < COUNT; done += COUNT / 4) {
  console.log(`+${COUNT / 4} mixed   ${await times((n) => inputs[n % inputs.length] ?? month, COUNT / 4)}`)
  console.log(`memory       rss / heap / external ${megabytes()} MB`)
}
await Promise.all([close(), idle.stop()])
