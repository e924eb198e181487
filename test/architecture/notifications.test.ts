// Notifications follow one straight path: sample, evaluation, outbox, delivery, rendering, post, outcome. Who may import
// whom on it is in rules.cjs; here is that it stays small, and that each step says what a crash there causes.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
/** Three folders and ten files are of the storage engines: one folder for each, and one that both share. */
const MAX_FOLDERS = 12
const MAX_FILES = 60

interface SourceText {
  readonly path: string
  readonly text: string
}

async function sources(): Promise<SourceText[]> {
  const found: SourceText[] = []
  for (const folder of ['src', 'commands'])
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue
      const path = join(entry.parentPath, entry.name)
      found.push({ path: path.slice(root.length), text: await readFile(path, 'utf8') })
    }
  return found
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
/** By its own name or that of its folder. */
const isAboutNotifications = (path: string): boolean => /notif/.test(path)
const ASSEMBLING: readonly string[] = [
  'commands/setup.ts',
  'src/bot/start-bot.ts',
  'src/bot/sharding/start-sharded-bot.ts',
  'src/bot/messaging/post-result.ts',
  'src/cli/program.ts',
  'src/compose.ts',
  'src/domain/events/event-facts.ts',
  'src/domain/events/event-of-draft.ts',
  'src/domain/events/past-incidents.ts',
  'src/domain/events/past-records.ts',
  'src/domain/ports/store.ts',
  'src/http/web/game/updates.tsx',
  'src/http/web/pages/account/overview.tsx',
  'src/http/web/pages/alerts/changes.ts',
  'src/http/web/pages/alerts/kind-form.tsx',
  'src/http/web/pages/alerts/kind-table.tsx',
  'src/http/web/pages/alerts/list.tsx',
  'src/http/web/pages/alerts/rule-form.tsx',
  'src/http/web/pages/alerts/rule-preview.tsx',
  'src/http/web/pages/alerts/rule-table.tsx',
  'src/http/web/pages/alerts/rule.tsx',
  'src/http/web/pages/operator/delivery-table.tsx',
  'src/http/api/events/schema.ts',
  'src/http/api/updates/schema.ts',
  'src/http/api/updates/write.ts',
  'src/messages/event-text.ts',
  'src/messages/rule-text.ts',
  'src/services/reading/updates/update-reports.ts',
  'src/services/audit/notes.ts',
  'src/services/insights/mark-expected.ts',
  'src/services/services.ts',
  'src/service.ts',
  'src/store/postgres/discord/guild-settings.ts',
  'src/store/postgres/discord/scheduled-posts.ts',
  'src/store/postgres/person-alerts/person-alerts.ts',
  'src/poller/start-beside-ticks.ts',
  'src/roles/poller-workers.ts',
  'src/store/postgres/store.ts',
  'src/store/sqlite/discord/guild-settings.ts',
  // An event, a notification or the end of an alert: whichever an evaluation found.
  'src/store/sqlite/evaluation/evaluation-writer.ts',
  'src/store/sqlite/events/event-backfill.ts',
  'src/store/sqlite/events/past-incidents.ts',
  'src/store/values/events/read-facts.ts',
  'src/store/sqlite/store.ts',
  // The tables of all schemas.
  'src/store/postgres/moving/tables.ts',
  'src/demo/account.ts',
  'src/demo/write-story.ts',
  // Scheduled posts are made at their time, and delivered as notifications.
  'src/domain/live-updates/scheduled-post.ts',
  'src/domain/ports/scheduled-posts.ts',
  'src/messages/scheduled-post-text.ts',
  'src/services/posts/scheduled-posts.ts',
  'src/store/sqlite/discord/scheduled-posts.ts',
  'src/messages/languages.ts',
  'src/messages/texts.ts',
  'src/messages/texts/web.ts',
  'src/messages/texts/web/game.ts',
]
/** What stands before the first import. */
const headOf = ({ text }: SourceText): string => text.slice(0, text.search(/^import /m))

/** Each step with the file that begins it. */
const STEPS = [
  ['sample', 'src/services/sampling/sample-tick.ts'],
  ['evaluation', 'src/services/notifications/evaluate-ticks.ts'],
  ['the outbox', 'src/domain/notifications/outbox.ts'],
  ['delivery', 'src/services/notifications/deliver.ts'],
  ['rendering', 'src/messages/notifications/render.ts'],
  ['post', 'src/bot/notifications/sender.ts'],
  ['outcome', 'src/services/notifications/outcome.ts'],
] as const

describe('the code about notifications', () => {
  it(`lies in at most ${MAX_FOLDERS} folders and ${MAX_FILES} files`, async () => {
    const paths = (await sources()).map(({ path }) => path).filter(isAboutNotifications)
    expect(paths.length).toBeGreaterThan(MAX_FILES / 2)
    expect(paths.length).toBeLessThanOrEqual(MAX_FILES)
    expect(new Set(paths.map(folderOf)).size).toBeLessThanOrEqual(MAX_FOLDERS)
  })

  it('is found by its name: whatever else imports it only puts parts together', async () => {
    const importing = (await sources()).filter(
      ({ path, text }) => !isAboutNotifications(path) && /from '[^']*notif[^']*'/.test(text),
    )
    expect(importing.map(({ path }) => path).filter((path) => !ASSEMBLING.includes(path))).toEqual([])
  })

  it('calls nothing back: the bot posts by itself what a service has rendered for it', async () => {
    const bot = (await sources()).filter(({ path }) => /^(commands|src\/bot)\//.test(path))
    expect(bot.length).toBeGreaterThan(80)
    expect(bot.filter(({ text }) => /samples[.]post\(/.test(text)).map(({ path }) => path)).toEqual([])
  })

  it.each(STEPS.map(([name, path], index) => ({ name, path, step: index + 1 })))(
    'says at step $step, $name, what a crash there causes',
    async ({ name, path, step }) => {
      const head = headOf({ path, text: await readFile(join(root, path), 'utf8') })
      expect(head).toContain(`Step ${step} of ${STEPS.length}, ${name}`)
      expect(head).toMatch(/crash/i)
    },
  )

  it('numbers no step but these, each in one order', async () => {
    const named = (await sources()).flatMap((source) =>
      [...source.text.matchAll(/[Ss]teps? (\d)(?: and (\d))? of (\d)/g)].map((match) => ({ ...source, match })),
    )
    expect(named.length).toBeGreaterThanOrEqual(STEPS.length)
    for (const { path, match } of named) expect(Number(match[3]), path).toBe(STEPS.length)
  })
})
