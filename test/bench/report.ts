// The figures of a run as one table of Markdown, and whether the ratios that must hold do.

export interface ReportLine {
  readonly figure: string
  readonly value: number
  readonly unit: string
  readonly goal?: number | undefined
  /** More is better: the goal is a least. */
  readonly more?: boolean
  /** The same of the plain row store, from this run. */
  readonly rows?: number | undefined
  /** How many times better than the row store it must be, or the bench fails. */
  readonly ratio?: number | undefined
  /** The lowest and the highest value, or the bench fails. */
  readonly bounds?: readonly [low: number, high: number] | undefined
}

/** The same figure of Headcount and of others, from this run. */
export interface BesideLine {
  readonly figure: string
  readonly unit: string
  /** By name; the first is Headcount's. Those that have no such figure are left out. */
  readonly values: Readonly<Record<string, number>>
  readonly more?: boolean
  /** How many times better than the best database of others it must be, or the bench fails. */
  readonly must: number
  /** Databases that do less for this figure: they are shown and not compared. */
  readonly notCompared?: readonly string[]
}

/** Not databases of others: only written beside them. */
const MEASURING_STICKS = ['row store', 'plain Express route']

const isInside = ({ value, bounds }: ReportLine): boolean =>
  bounds === undefined || (value >= bounds[0] && value <= bounds[1])

export class Report {
  private readonly lines: ReportLine[] = []
  private readonly besides: BesideLine[] = []
  private readonly notes: string[] = []

  beside(line: BesideLine): void {
    this.besides.push(line)
    process.stderr.write(`  ${line.figure} (${line.unit}): ${JSON.stringify(line.values)}\n`)
  }

  /** A sentence below the tables. */
  note(text: string): void {
    this.notes.push(text)
  }

  add(line: ReportLine): void {
    this.lines.push(line)
    process.stderr.write(`  ${line.figure}: ${rounded(line.value)} ${line.unit}\n`)
  }

  /** Whether the figures so far whose names begin with these words are within their bounds. */
  isWithinBounds(words: string): boolean {
    return this.lines.every((line) => !line.figure.startsWith(words) || isInside(line))
  }

  /** Prints the table; answers whether every ratio and every bound holds. */
  print(): boolean {
    const head = ['| figure | measured | goal | row store | times better |', '|---|--:|--:|--:|--:|']
    if (this.lines.length > 0) process.stdout.write(`${[...head, ...this.lines.map(shown)].join('\n')}\n`)
    if (this.besides.length > 0) process.stdout.write(`\n${besideTable(this.besides)}\n`)
    for (const note of this.notes) process.stdout.write(`${note}\n`)
    const behind = this.besides.filter((line) => timesBest(line) < line.must)
    for (const line of behind)
      process.stdout.write(
        `FAILED: ${line.figure} is ${rounded(timesBest(line))} times as good as the best of others.\n`,
      )
    const failed = this.lines.filter((line) => line.ratio !== undefined && !(timesBetter(line) >= line.ratio))
    for (const line of failed)
      process.stdout.write(`FAILED: ${line.figure} is only ${rounded(timesBetter(line))} times better.\n`)
    const outside = this.lines.filter((line) => !isInside(line))
    for (const line of outside) process.stdout.write(`FAILED: ${line.figure} is ${rounded(line.value)}.\n`)
    return failed.length + outside.length + behind.length === 0
  }
}

function shown(line: ReportLine): string {
  const aim = line.bounds ? boundsText(line.bounds) : goalText(line)
  const goal = isInside(line) && !isShortOfGoal(line) ? aim : `${aim}, **missed**`
  const rows = line.rows === undefined ? '' : rounded(line.rows)
  const must = line.ratio === undefined ? '' : ` (must: ${line.ratio})`
  const better = line.rows === undefined ? '' : `${rounded(timesBetter(line))}${must}`
  return `| ${line.figure} | ${rounded(line.value)} ${line.unit} | ${goal} | ${rows} | ${better} |`
}

const goalText = ({ goal, more }: ReportLine): string =>
  goal === undefined ? '' : `${more ? '≥' : '≤'} ${rounded(goal)}`

const isShortOfGoal = ({ value, goal, more }: ReportLine): boolean =>
  goal !== undefined && !(more ? value >= goal : value <= goal)

function besideTable(lines: readonly BesideLine[]): string {
  const names = [...new Set(lines.flatMap(({ values }) => Object.keys(values)))]
  const [ours = '', ...others] = names
  const head = `| figure | ${ours} | times as good as the best database | ${others.join(' | ')} |`
  const rule = `|---|${'--:|'.repeat(names.length + 1)}`
  const cell = ({ values, unit }: BesideLine, name: string): string => {
    const value = values[name]
    return value === undefined ? '' : `${rounded(value)} ${unit}`
  }
  const rows = lines.map((line) => {
    const best = timesBest(line)
    const times = Number.isNaN(best) ? 'none measured' : `${rounded(best)} (must: ${line.must})`
    return `| ${line.figure} | ${cell(line, ours)} | ${times} | ${others.map((name) => cell(line, name)).join(' | ')} |`
  })
  return [head, rule, ...rows].join('\n')
}

/** Beside the best database of others; NaN where none was measured. */
function timesBest({ values, more, notCompared = [] }: BesideLine): number {
  const [[, ours] = ['', Number.NaN], ...others] = Object.entries(values)
  const theirs = others
    .filter(([name]) => ![...MEASURING_STICKS, ...notCompared].includes(name))
    .map(([, value]) => value)
  if (theirs.length === 0) return Number.NaN
  return more ? ours / Math.max(...theirs) : Math.min(...theirs) / ours
}

function boundsText([low, high]: readonly [number, number]): string {
  if (high === Number.POSITIVE_INFINITY) return `≥ ${rounded(low)} (must)`
  return low === 0 ? `≤ ${rounded(high)} (must)` : `${rounded(low)} to ${rounded(high)} (must)`
}

const timesBetter = ({ value, rows = Number.NaN, more }: ReportLine): number => (more ? value / rows : rows / value)

const rounded = (value: number): string => (value >= 100 ? Math.round(value).toString() : value.toPrecision(3))
