// The commands `backup` and `restore`.

import type { Command } from 'commander'
import { rejection } from '../../domain/error.js'
import type { DatabaseContents } from '../../domain/ports/upkeep.js'
import type { DatabaseDamage } from '../../domain/reasons/database-damage.js'
import { damageText } from '../../messages/english/doctor.js'
import { operatorErrorText } from '../../messages/error-text.js'
import { type Cli, examples } from '../cli.js'

export function addBackupCommands(program: Command, cli: Cli): void {
  addBackup(program, cli)
  addRestore(program, cli)
}

function addBackup(program: Command, cli: Cli): void {
  const command = program
    .command('backup')
    .description(
      'copies the database to a new file and checks the copy; works beside the running service; exit code 1 where the database is damaged',
    )
    .argument('<file>', 'the copy; it must not be there yet')
    .action(async (target: string) => {
      const { io } = cli
      await io.checkTarget(target)
      const { file, contents, unnoted } = await cli.withOperating(async (operating) => {
        const onProgress = (done: number, total: number): void => io.progress({ label: 'copying', done, total })
        const copy = await operating.makeCopy({ signal: io.signal, onProgress })
        try {
          const file = await io.saveCopy(copy.file, target)
          // The copy is complete, whatever the database takes, such as on a full disk.
          const unnoted = await operating.recordBackup().then(() => undefined, operatorErrorText)
          return { file, contents: copy, unnoted }
        } finally {
          copy.remove()
        }
      })
      const { damage } = contents
      const what = damage === null ? 'a checked copy' : 'a copy of all that can be read'
      cli.answer(
        { file, ...contentsJson(contents), ...(unnoted === undefined ? {} : { noted: false }) },
        `${file} is ${what}: ${contentsText(contents)}.${keyNote(contents)}${unnotedText(unnoted)}`,
      )
      if (damage !== null) throw rejection('UNAVAILABLE', { name: 'backup of damage', facts: { damage } })
    })
  examples(command, 'backup headcount-backup.db')
}

function addRestore(program: Command, cli: Cli): void {
  const command = program
    .command('restore')
    .description('puts a checked copy in place of the database and keeps the old one; not under a running service')
    .argument('<file>', 'a backup; it stays as it is')
    .option('--damaged', 'also restores a damaged file, as far as it can be read', false)
    .action(async (source: string, { damaged }: { readonly damaged: boolean }) => {
      const { file, from, previousFile, ...contents } = await cli.withOperating((operating) =>
        operating.restore(source, { isDamageAccepted: damaged }),
      )
      const json = { file, from, kept: previousFile, ...contentsJson(contents) }
      const before =
        previousFile === null ? 'There was no database before.' : `The one before is kept as ${previousFile}.`
      cli.answer(json, `${file} is now what ${from} is: ${contentsText(contents)}.\n${before}`)
    })
  examples(command, 'restore headcount-backup.db')
}

const contentsJson = ({ bytes, samples, accounts, games, secrets, damage, hasReadSamples }: DatabaseContents) => ({
  bytes,
  samples,
  accounts,
  games,
  ...(secrets === 0 ? {} : { secrets }),
  ...(damage === null ? {} : damageJson(damage)),
  verified: damage === null && hasReadSamples,
})

const damageJson = ({ fileDamage, lostWeeks, lostSamples }: DatabaseDamage) => ({
  file_damage: fileDamage,
  damaged_weeks: lostWeeks,
  lost_samples: lostSamples,
})

const keyNote = ({ secrets }: DatabaseContents): string => {
  if (secrets === 0 || secrets === null) return ''
  const what = secrets === 1 ? 'One secret in it is' : `${secrets} secrets in it are`
  return `\n${what} encrypted, and the key is not in it. Keep a copy of the key elsewhere: SECRET_KEY, or else the .key file beside the database.`
}

const unnotedText = (cause: string | undefined): string =>
  cause === undefined
    ? ''
    : `\nThe service could not note this backup in its database, so that its pages and metrics do not show it: ${cause.replace(/\.$/, '')}.`

function contentsText({ bytes, samples, accounts, games, damage, hasReadSamples }: DatabaseContents): string {
  const [samplesText, accountsText, gamesText] = [samples, accounts, games].map((count) => count ?? 'unknown')
  const counts = `samples ${samplesText}, accounts ${accountsText}, games ${gamesText}, bytes ${bytes}`
  if (damage !== null) return `${counts}; damaged: ${damageText(damage).replace(/\.$/, '')}`
  return hasReadSamples ? counts : `${counts}; its samples were not read, because it has an older schema`
}
