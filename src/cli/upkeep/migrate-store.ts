// The command `migrate-store`: moves everything from a SQLite file to PostgreSQL, or back.
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { MoveReport } from '../../domain/operation/moving.js'
import { optionErrors } from '../../messages/english/usage.js'
import { type Cli, examples } from '../cli.js'
import { table } from '../io/table.js'

interface MoveAddresses {
  readonly from: string
  readonly to: string
}

export function addMigrateStoreCommand(program: Command, cli: Cli): void {
  const command = program
    .command('migrate-store')
    .description(
      'moves everything from a SQLite file to PostgreSQL, or back, and compares it; not under a running service',
    )
    .addOption(addressOption('--from <url>', 'the database to read, which stays as it is'))
    .addOption(addressOption('--to <url>', 'the database to write: a file that is not there yet, or a new database'))
    .addHelpText(
      'after',
      `
A URL is file:PATH or postgres://USER@HOST/DATABASE. The variable PGPASSWORD holds a password without showing it to others.
Repeated after an interruption, the command goes on. It only reports that it is done after it has compared all rows of both.`,
    )
    .action(async ({ from, to }: MoveAddresses) => {
      const { io } = cli
      const report = await cli.withOperating((operating) =>
        operating.moveStore({
          from,
          to,
          signal: io.signal,
          onProgress: (label, done, total) => io.progress({ label, done, total }),
        }),
      )
      cli.answer(reportJson(report), reportText(report))
    })
  examples(
    command,
    'migrate-store --from file:data/headcount.db --to postgres://headcount@localhost/headcount',
    'migrate-store --from postgres://headcount@localhost/headcount --to file:data/headcount.db',
  )
}

const addressOption = (flags: string, about: string): Option =>
  new Option(flags, about).makeOptionMandatory().argParser((url) => {
    if (/^(file:|postgres(ql)?:\/\/)./i.test(url)) return url
    throw new InvalidArgumentError(optionErrors.databaseAddress)
  })

const reportJson = (report: MoveReport) => ({
  from: report.from,
  to: report.to,
  course: report.course,
  rows: rowsOf(report),
  tables: Object.fromEntries(report.tables.map(({ name, rows }) => [name, rows])),
  segments: report.segments,
  segment_bytes: report.segmentBytes,
  secrets: report.secrets,
  changed_values: report.changedValues,
  damaged_rows: report.damagedRows,
  compared: true,
})

const rowsOf = ({ tables }: MoveReport): number => tables.reduce((sum, { rows }) => sum + rows, 0)

const COURSES: Readonly<Record<MoveReport['course'], string>> = {
  begun: '',
  continued: ' This run went on where an earlier one had ended.',
  again: ' The source had changed since an earlier run, so the move began again.',
  before: ' They were there already; nothing was written.',
}

function reportText(report: MoveReport): string {
  const { from, to, segments, segmentBytes, course } = report
  const filled = report.tables.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, String(rows)])
  return [
    ...(filled.length === 0 ? [] : [table(['table', 'rows'], filled), '']),
    `${to} now has all ${rowsOf(report)} rows of ${from}, compared one by one.${COURSES[course]}`,
    `${segments} segments (${segmentBytes} bytes) are the same byte for byte.`,
    ...notesOf(report),
    'Set DATABASE_URL to the new database and start the service. The old one stays as it is.',
  ].join('\n')
}

function* notesOf({ secrets, changedValues, damagedRows }: MoveReport): Generator<string> {
  if (secrets > 0)
    yield `${secrets} of the rows are encrypted secrets. Their key does not move: keep SECRET_KEY, or set it to the line of the .key file beside the SQLite file.`
  if (changedValues > 0)
    yield `${changedValues} values had a form that the new database does not store: a zero byte became U+FFFD, an unreadable creator unknown.`
  if (damagedRows > 0)
    yield `${damagedRows} samples of the last hours were damaged and stayed behind; their minutes are missing in the new database.`
}
