// `npm run -s supply-chain`: writes the bill of materials and the licenses of what the service installs, and asks for known
// faults where the registry answers. Exceptions stand with their reason in .github/DEPENDENCIES.md. With `--strict`, as
// before a release, a fault without a reason fails; otherwise it is only named, because a fault that somebody finds tomorrow
// must not fail the checks of a change of today.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { npm, readBill } from './bill.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TARGET = new URL('../../dist/supply-chain/', import.meta.url)
const auditSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.string(), via: z.array(z.union([z.string(), z.object({ url: z.string() })])) }),
  ),
})

await mkdir(TARGET, { recursive: true })
const { text, components } = await readBill(ROOT)
await writeFile(new URL('sbom.json', TARGET), text)
const licenses = components.map(({ name, version, licenses: all = [] }) => {
  const names = all.map(({ license, expression }) => license?.id ?? expression ?? 'unknown')
  return `${name} ${version}: ${names.join(', ') || 'unknown'}`
})
await writeFile(new URL('licenses.txt', TARGET), `${licenses.sort().join('\n')}\n`)
process.stdout.write(
  `The bill of materials and the licenses of ${components.length} packages are in dist/supply-chain/.\n`,
)

const audit = auditSchema.safeParse(jsonOf(npm(ROOT, 'audit', '--json').stdout))
if (!audit.success) process.stdout.write('The registry does not answer audits: known faults were not looked up.\n')
else await reportFaults(audit.data)

async function reportFaults({ vulnerabilities }: z.output<typeof auditSchema>): Promise<void> {
  const excepted = await readFile(new URL('../../.github/DEPENDENCIES.md', import.meta.url), 'utf8')
  const faults = Object.entries(vulnerabilities)
    .filter(([, { severity }]) => !['info', 'low'].includes(severity))
    .flatMap(([name, { via }]) => via.map((one) => ({ name, url: typeof one === 'string' ? undefined : one.url })))
    // A package that is named by another one only inherits the fault of that one.
    .filter(({ url }) => url !== undefined && !excepted.includes(url))
  for (const { name, url } of faults) process.stderr.write(`${name} has a known fault: ${url}\n`)
  if (faults.length > 0 && process.argv.includes('--strict')) process.exitCode = 1
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
