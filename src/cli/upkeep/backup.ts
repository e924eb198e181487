// The commands `backup` and `restore`.
import type { Command } from 'commander'
import type { DatabaseContents } from '../../domain/ports/upkeep.js'
import { type Cli, examples } from '../cli.js'

export function addBackupVerbs(program: Command, cli: Cli): void {
  addBackup(program, cli)
  addRestore(program, cli)
}

function addBackup(program: Command, cli: Cli): void {
  const verb = program
    .command('backup')
    .description('copies the database to a new file and checks the copy; works beside the running service')
    .argument('<file>', 'the copy; it must not be there yet')
    .action(async (target: string) => {
      const { io } = cli
      await io.checkTarget(target)
      const { file, contents } = await cli.withOperating(async (operating) => {
        const onProgress = (done: number, total: number): void => io.progress({ label: 'copying', done, total })
        const copy = await operating.makeCopy({ signal: io.signal, onProgress })
        try {
          const file = await io.saveCopy(copy.file, target)
          await operating.recordBackup()
          return { file, contents: copy }
        } finally {
          copy.remove()
        }
      })
      const json = { file, ...contentsJson(contents), verified: true }
      cli.answer(json, `${file} is a checked copy: ${contentsText(contents)}.`)
    })
  examples(verb, 'backup headcount-backup.db')
}

function addRestore(program: Command, cli: Cli): void {
  const verb = program
    .command('restore')
    .description('puts a checked copy in place of the database and keeps the old one; not under a running service')
    .argument('<file>', 'a backup; it stays as it is')
    .action(async (source: string) => {
      const { file, from, kept, ...contents } = await cli.withOperating((operating) => operating.restore(source))
      const json = { file, from, kept, ...contentsJson(contents), verified: true }
      const before = kept === null ? 'There was no database before.' : `The one before is kept as ${kept}.`
      cli.answer(json, `${file} is now what ${from} is: ${contentsText(contents)}.\n${before}`)
    })
  examples(verb, 'restore headcount-backup.db')
}

const contentsJson = ({ bytes, samples, accounts, games, damagedWeeks }: DatabaseContents) => ({
  bytes,
  samples,
  accounts,
  games,
  ...(damagedWeeks === 0 ? {} : { damaged_weeks: damagedWeeks }),
})

const contentsText = ({ bytes, samples, accounts, games, damagedWeeks }: DatabaseContents): string => {
  const counts = `samples ${samples}, accounts ${accounts}, games ${games}, bytes ${bytes}`
  if (damagedWeeks === 0) return counts
  const weeks = `${damagedWeeks} ${damagedWeeks === 1 ? 'week' : 'weeks'} of a universe`
  return `${counts}; ${weeks} in it cannot be read: the doctor names them`
}
