// `npm run -s ledger`: checks before a release that each promise has a figure of the version that is to be released.
// With `--since 2026-11-23`, a figure that is older than that day counts as none: a release measures each again.
// `npm run -s ledger -- --write` writes the table of SECURITY.md again.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readMeasured, staleFigures, versionToRelease, writeTable } from './ledger.js'
import { commandOf, PROMISE_NAMES, PROMISES } from './promises.js'

const { values } = parseArgs({ options: { write: { type: 'boolean' }, since: { type: 'string' } } })
if (values.since !== undefined && !z.iso.date().safeParse(values.since).success) {
  process.stderr.write('--since must be a day such as 2026-11-23.\n')
  process.exit(2)
}
if (values.write) await writeTable()
const version = await versionToRelease()
const measured = await readMeasured()
for (const name of PROMISE_NAMES) process.stdout.write(`${name}: ${measured[name]?.figure ?? 'not yet measured'}\n`)
const stale = staleFigures(measured, version, values.since)
for (const { name, found } of stale)
  process.stderr.write(
    `The figure of "${name}" is not of version ${version}${values.since ? ` since ${values.since}` : ''}: ${found}.\n`,
  )
if (stale.length > 0) {
  const commands = new Set(stale.map(({ name }) => commandOf(PROMISES[name])))
  process.stderr.write(`Measure them by:\n${[...commands].map((command) => `  ${command}\n`).join('')}`)
  process.exitCode = 1
} else process.stdout.write(`All figures are of version ${version}.\n`)
