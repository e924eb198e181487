// Charts drawn one after the other: time, the longest stop of the event loop, and memory, which must stay flat.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openPngPainter } from '../../src/charts/render-png.js'
import { CHARTS, chart, players } from '../charts/some-charts.js'
import { type Benchmark, count, MIB, startHelper } from './bench.js'
import { quantile, times } from './measure.js'

const WARM_UP = 30

export const benchCharts: Benchmark = async (report, { quick }) => {
  const { paint, warmUp, close } = openPngPainter()
  /** 30 days in 43,200 samples, and as many of the 30 days before: the heaviest picture there is. */
  const month = CHARTS.month ?? chart()
  const inputs = [month, chart({ series: [players({ step: 10 })] }), ...Object.values(CHARTS)]
  let next = 0
  const mixed = () => paint(inputs[next++ % inputs.length] ?? month)
  const rss = (): number => {
    globalThis.gc?.()
    return process.memoryUsage().rss / MIB
  }
  await warmUp()
  await times(WARM_UP, mixed)
  // Beside this one, at the same time: on a shared machine an idle loop is stopped, too.
  const idle = await startHelper('idle-process.ts')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const taken = await times(quick ? 20 : 100, () => paint(month))
  delay.disable()
  report.add({ figure: 'chart of 30 days, p50', value: quantile(taken, 0.5), unit: 'ms', goal: 80 })
  report.add({ figure: 'longest stop of the event loop while charts are drawn', value: delay.max / 1e6, unit: 'ms' })
  report.add({ figure: 'the same of an idle process beside it', value: Number(await idle.ask('longest')), unit: 'ms' })
  await idle.stop()
  const charts = quick ? 100 : 1_000
  for (const part of [0.5, 1]) {
    await times(charts / 2, mixed)
    report.add({ figure: `memory after ${count(charts * part)} charts`, value: rss(), unit: 'MiB' })
  }
  await close()
}
