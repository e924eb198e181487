// The bill of materials of what the service installs, as npm writes it, for the package of a folder.
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const TIME_LIMIT_MS = 60_000
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

const packageSchema = z.object({ name: z.string(), version: z.string() })
const billSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: z.looseObject({}) }),
  components: z.array(
    z.looseObject({
      name: z.string(),
      version: z.string(),
      licenses: z
        .array(
          z.looseObject({
            license: z.looseObject({ id: z.string().optional() }).optional(),
            expression: z.string().optional(),
          }),
        )
        .optional(),
    }),
  ),
})

export interface Bill {
  /** As JSON. */
  readonly text: string
  readonly components: z.output<typeof billSchema>['components']
}

export const npm = (folder: string, ...args: readonly string[]) =>
  spawnSync('npm', [...args, '--omit=dev'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: TIME_LIMIT_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
  })

export const packageOf = async (folder: string): Promise<z.output<typeof packageSchema>> =>
  packageSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))

/** npm names the product by its folder, which is another one in each clone. */
export async function readBill(folder: string): Promise<Bill> {
  const bill = billSchema.parse(
    JSON.parse(npm(folder, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only').stdout),
  )
  Object.assign(bill.metadata.component, await packageOf(folder))
  return { text: `${JSON.stringify(bill, null, 2)}\n`, components: bill.components }
}
