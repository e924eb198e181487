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

export class Report {
  private readonly lines: ReportLine[] = []

  add(line: ReportLine): void {
    this.lines.push(line)
    process.stderr.write(`  ${line.figure}: ${rounded(line.value)} ${line.unit}\n`)
  }

  /** Prints the table; answers whether every ratio and every bound holds. */
  print(): boolean {
    const head = ['| figure | measured | goal | row store | times better |', '|---|--:|--:|--:|--:|']
    process.stdout.write(`${[...head, ...this.lines.map(shown)].join('\n')}\n`)
    const failed = this.lines.filter((line) => line.ratio !== undefined && !(timesBetter(line) >= line.ratio))
    for (const line of failed)
      process.stdout.write(`FAILED: ${line.figure} is only ${rounded(timesBetter(line))} times better.\n`)
    const outside = this.lines.filter(({ value, bounds }) => bounds && !(value >= bounds[0] && value <= bounds[1]))
    for (const line of outside) process.stdout.write(`FAILED: ${line.figure} is ${rounded(line.value)}.\n`)
    return failed.length === 0 && outside.length === 0
  }
}

function shown(line: ReportLine): string {
  const goal = line.bounds
    ? boundsText(line.bounds)
    : line.goal === undefined
      ? ''
      : `${line.more ? '≥' : '≤'} ${line.goal}`
  const rows = line.rows === undefined ? '' : rounded(line.rows)
  const must = line.ratio === undefined ? '' : ` (must: ${line.ratio})`
  const better = line.rows === undefined ? '' : `${rounded(timesBetter(line))}${must}`
  return `| ${line.figure} | ${rounded(line.value)} ${line.unit} | ${goal} | ${rows} | ${better} |`
}

const boundsText = ([low, high]: readonly [number, number]): string =>
  low === 0 ? `≤ ${high} (must)` : `${low} to ${high} (must)`

const timesBetter = ({ value, rows = Number.NaN, more }: ReportLine): number => (more ? value / rows : rows / value)

const rounded = (value: number): string => (value >= 100 ? Math.round(value).toString() : value.toPrecision(3))
