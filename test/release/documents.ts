// What the version of a release must agree with: the changelog (PROCESS-32).
import { z } from 'zod'

const packageSchema = z.object({ version: z.string() })

export interface ChangelogEntry {
  readonly version: string
  /** YYYY-MM-DD; undefined while the version is not released. */
  readonly day: string | undefined
}

/** Headings are `## 1.2.3 (2026-11-23)`, or `## 1.2.3 (not released yet)` at the top only. */
export function changelogEntries(changelog: string): ChangelogEntry[] {
  return (changelog.match(/^## .*$/gm) ?? []).map((heading) => {
    const [, version, day] = /^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d|not released yet)\)$/.exec(heading) ?? []
    if (version === undefined) throw new Error(`The changelog has a heading that is no version: ${heading}`)
    return { version, day: day === 'not released yet' ? undefined : day }
  })
}

/** Why these documents are not those of a release; empty if they are. */
export function releaseProblems(packageText: string, changelog: string): string[] {
  const { version } = packageSchema.parse(JSON.parse(packageText))
  const [newest] = changelogEntries(changelog)
  if (newest?.version !== version)
    return [`the changelog begins with ${newest?.version}, and the package is ${version}`]
  return newest.day === undefined ? [`the changelog has no day for ${version}`] : []
}
