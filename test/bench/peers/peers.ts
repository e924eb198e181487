// Headcount beside the databases that people would use instead, a plain Express route and the row store, with the same samples and in
// the same run. Nothing is timed before all answers are the same. What is not installed is named as not measured.
import { z } from 'zod'
import { DAY_MINUTES } from '../../../src/domain/clock.js'
import { type Benchmark, count, inFolder, startHelper } from '../bench.js'
import { Client } from '../http/client.js'
import { quantile, timed } from '../measure.js'
import type { Report } from '../report.js'
import { END } from '../series/stores.js'
import { tickTime } from '../series/ticks.js'
import { expectedAnswers, MONTH_SAMPLES, requireEqual } from './answers.js'
import { type HeadcountSubject, openHeadcount } from './headcount.js'
import { openPostgres } from './postgres.js'
import { openPrometheus } from './prometheus.js'
import { QUESTIONS, type Question, type Subject } from './subject.js'
import { openVictoria } from './victoria.js'

const DAYS = 30
const PEERS = { PostgreSQL: openPostgres, VictoriaMetrics: openVictoria, Prometheus: openPrometheus }
const EXPRESS = 'plain Express route'
/** Milliseconds for which a question is asked. */
const ASKING_MS = 4_000
const MAX_ROUNDS = 2_000

type ValueByPeer = Record<string, number>
interface Figures {
  readonly bytes: ValueByPeer
  readonly load: ValueByPeer
  readonly ticks: Readonly<Record<number, ValueByPeer>>
  readonly questions: Readonly<Record<Question, ValueByPeer>>
  /** The names of those that answer over a protocol of their own. */
  readonly withoutHttp: string[]
}

export const benchPeers: Benchmark = (report, { quick }) =>
  inFolder(async (folder) => {
    const universes = quick ? 20 : 200
    const figures: Figures = {
      bytes: {},
      load: {},
      ticks: { 200: {}, 1000: {} },
      questions: { latest: {}, ranking: {}, one: {}, all: {}, csv: {}, json: {} },
      withoutHttp: [],
    }
    const effort = { universes, quick, expected: expectedAnswers(universes, DAYS) }
    const headcount = openHeadcount(folder, 'engine')
    await measure(headcount, figures, effort, () => measureExpress(headcount, figures, quick))
    await measure(openHeadcount(folder, 'rows'), figures, effort)
    const missing: string[] = []
    for (const [name, open] of Object.entries(PEERS)) {
      const peer = await open(folder)
      if (peer === undefined) missing.push(name)
      else await measure(peer, figures, effort)
    }
    print(report, figures, universes)
    for (const name of missing) report.note(`${name} is not installed and was not measured.`)
  })

interface Effort {
  readonly universes: number
  readonly quick: boolean
  readonly expected: ReturnType<typeof expectedAnswers>
}

async function measure(
  subject: Subject,
  figures: Figures,
  { universes, quick, expected }: Effort,
  besides = async (): Promise<void> => undefined,
): Promise<void> {
  const { name } = subject
  process.stderr.write(`  ${name}\n`)
  if (!subject.isOverHttp) figures.withoutHttp.push(name)
  try {
    const records = universes * DAYS * DAY_MINUTES
    figures.load[name] = records / (await subject.load(universes, DAYS)) / 1_000
    figures.bytes[name] = (await subject.bytes()) / records
    requireEqual(name, await subject.answers(), expected)
    for (const question of QUESTIONS)
      if (!subject.lacks.includes(question))
        figures.questions[question][name] = await answerTime((id) => subject.ask(question, id), universes, quick)
    await besides()
    let from = END
    for (const [size, values] of Object.entries(figures.ticks)) {
      const ticks = quick ? 30 : 75
      values[name] = await tickTime(await subject.ticks(), { universes: Number(size), ticks, from })
      from += ticks
    }
  } finally {
    await subject.stop()
  }
}

/** The median of what is asked for some seconds, each time of the next universe; ms. */
async function answerTime(ask: (universeId: number) => Promise<number>, universes: number, quick: boolean) {
  const taken: number[] = []
  await ask(1)
  const until = performance.now() + (quick ? ASKING_MS / 8 : ASKING_MS)
  do taken.push(await timed(() => ask(1 + (taken.length % universes))))
  while (taken.length < MAX_ROUNDS && performance.now() < until)
  return quantile(taken, 0.5)
}

const express = z.object({ port: z.int() })

/** A route that sends Headcount's own answers and does nothing else. */
async function measureExpress(headcount: HeadcountSubject, { questions }: Figures, quick: boolean): Promise<void> {
  for (const question of ['latest', 'ranking', 'one', 'all'] as const) {
    const process = await startHelper('http/bare-process.ts')
    await process.ask(await headcount.body(question))
    const client = await Client.openTo(express.parse(process.ready).port)
    questions[question][EXPRESS] = await answerTime(() => client.ask('/api/v1/answer'), 1, quick)
    client.close()
    await process.stop()
  }
}

/** How many times better Headcount must be than the best database of others: never worse. */
const MUST = 1

function print(report: Report, { bytes, load, ticks, questions, withoutHttp }: Figures, universes: number): void {
  const of = `${universes} games × ${DAYS} days`
  const least = { unit: 'ms', must: MUST }
  report.beside({ figure: `bytes a record, ${of}`, unit: 'B', values: bytes, must: MUST })
  report.beside({ figure: 'import', unit: 'M rec/s', values: load, more: true, must: MUST })
  for (const [size, values] of Object.entries(ticks))
    report.beside({ figure: `tick of ${count(Number(size))} games, p50`, values, ...least })
  const overHttp = { ...least, notCompared: withoutHttp }
  report.beside({ figure: 'latest of a game, p50', values: questions.latest, ...overHttp })
  report.beside({ figure: `ranking of ${universes}, p50`, values: questions.ranking, ...overHttp })
  report.beside({ figure: "a game's 30 days, another each time, p50", values: questions.one, ...overHttp })
  report.beside({ figure: "all games' 30 days, p50", values: questions.all, ...overHttp })
  for (const format of ['csv', 'json'] as const) {
    const speeds = Object.entries(questions[format]).map(([name, ms]) => [name, MONTH_SAMPLES / ms / 1_000] as const)
    const values = Object.fromEntries(speeds)
    report.beside({
      figure: `${format.toUpperCase()} of a game`,
      unit: 'M rec/s',
      values,
      more: true,
      ...{ must: MUST, notCompared: withoutHttp },
    })
  }
  for (const name of withoutHttp)
    report.note(`${name} answers over its own protocol on a local socket, so its answers are shown and not compared.`)
}
