// npm run bench -- usual: the model of the usual against the same hour last week and the mean of four weeks, on real series
// and on simulated worlds; and what it costs.
import type { Benchmark } from '../bench.js'
import type { Report } from '../report.js'
import { addCost } from './cost.js'
import { realFamilies } from './real.js'
import { scoreOf, type UsualScore } from './scores.js'
import { simulatedGames } from './simulator.js'
import { simulatedWorlds } from './worlds.js'

/** The error on real series is at most this share of the error of each simple model. */
const MAX_REAL_RATIO = 0.65
/** Where nothing happens, the best model cannot be beaten by much. */
const MAX_QUIET_RATIO = 1.05
const BAND = [75, 85] as const

export const benchUsual: Benchmark = async (report) => {
  for (const { name, scenarios } of await realFamilies()) addScore(report, name, scoreOf(scenarios), MAX_REAL_RATIO)
  for (const { name, scenarios, isQuiet } of simulatedWorlds()) {
    const score = scoreOf(scenarios)
    addScore(report, `simulated, ${name}`, score, isQuiet ? MAX_QUIET_RATIO : 1)
  }
  addScore(report, 'the simulator', scoreOf(simulatedGames()), MAX_QUIET_RATIO)
  await addCost(report)
}

function addScore(report: Report, name: string, score: UsualScore, most: number): void {
  const { usual, lastWeek, fourWeeks, inBand } = score
  const add = (figure: string, value: number, bounds?: readonly [number, number]): void =>
    report.add({
      figure: `${name}: ${figure}`,
      value,
      unit: bounds === BAND || bounds === undefined ? '%' : '',
      bounds,
    })
  add('median error of the usual', usual * 100)
  add('of the same hour last week', lastWeek * 100)
  add('of the mean of four weeks', fourWeeks * 100)
  add('the usual / last week', usual / lastWeek, [0, most])
  add('the usual / four weeks', usual / fourWeeks, [0, most])
  add('in the band', inBand * 100, BAND)
}
