// The commands `backup` and `restore`.
import type { Command } from 'commander'
import type { DatabaseContents } from '../../domain/ports/upkeep.js'
import { type Cli, examples } from '../cli.js'

export function addBackupCommands(program: Command, cli: Cli): void {
  addBackup(program, cli)
  addRestore(program, cli)
}

function addBackup(program: Command, cli: Cli): void {
  const command = program
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
      cli.answer(json, `${file} is a checked copy: ${contentsText(contents)}.${keyNote(contents)}`)
    })
  examples(command, 'backup headcount-backup.db')
}

function addRestore(program: Command, cli: Cli): void {
  const command = program
    .command('restore')
    .description('puts a checked copy in place of the database and keeps the old one; not under a running service')
    .argument('<file>', 'a backup; it stays as it is')
    .action(async (source: string) => {
      const { file, from, previousFile, ...contents } = await cli.withOperating((operating) =>
        operating.restore(source),
      )
      const json = { file, from, kept: previousFile, ...contentsJson(contents), verified: true }
      const before =
        previousFile === null ? 'There was no database before.' : `The one before is kept as ${previousFile}.`
      cli.answer(json, `${file} is now what ${from} is: ${contentsText(contents)}.\n${before}`)
    })
  examples(command, 'restore headcount-backup.db')
}

const contentsJson = ({ bytes, samples, accounts, games, secrets, damagedWeeks }: DatabaseContents) => ({
  bytes,
  samples,
  accounts,
  games,
  ...(secrets === 0 ? {} : { secrets }),
  ...(damagedWeeks === 0 ? {} : { damaged_weeks: damagedWeeks }),
})

const keyNote = ({ secrets }: DatabaseContents): string => {
  if (secrets === 0) return ''
  const what = secrets === 1 ? 'One secret in it is' : `${secrets} secrets in it are`
  return `\n${what} encrypted, and the key is not in it. Keep a copy of the key elsewhere: SECRET_KEY, or else the .key file beside the database.`
}

const contentsText = ({ bytes, samples, accounts, games, damagedWeeks }: DatabaseContents): string => {
  const counts = `samples ${samples}, accounts ${accounts}, games ${games}, bytes ${bytes}`
  if (damagedWeeks === 0) return counts
  const weeks = `${damagedWeeks} ${damagedWeeks === 1 ? 'week' : 'weeks'} of a universe`
  return `${counts}; ${weeks} in it cannot be read: the doctor names them`
}
