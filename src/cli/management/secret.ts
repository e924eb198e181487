// The commands `secrets list`, `secrets remove` and `secrets rotate`. None of them prints a secret.
import { Argument, type Command } from 'commander'
import { isoOfMs } from '../../domain/clock.js'
import { SECRET_NAMES, type SecretKeySource, type SecretName } from '../../domain/ports/secrets.js'
import { type Cli, examples } from '../cli.js'
import { table, timeText } from '../io/table.js'

export function addSecretCommands(program: Command, cli: Cli): void {
  const group = program.command('secrets').description('the secrets that are stored encrypted, such as the bot token')
  examples(group, 'secrets list', 'secrets rotate', 'secrets remove discord.token')
  addList(group, cli)
  addRotate(group, cli)
  group
    .command('remove')
    .description('deletes a secret; needs no key')
    .addArgument(new Argument('<name>', 'its name').choices(SECRET_NAMES))
    .action(async (name: SecretName) => {
      const removed = await cli.withServices((services) => services.secrets.remove(name))
      cli.answer({ name, removed }, removed ? `${name} is deleted.` : `There was no ${name}.`)
    })
}

function addList(group: Command, cli: Cli): void {
  group
    .command('list')
    .description('shows which secrets are stored and where their key is, but no value')
    .action(async () => {
      const { entries, source } = await cli.withReading(async ({ secrets }) => ({
        entries: await secrets.list(),
        source: secrets.keySource(),
      }))
      const json = entries.map(({ name, keyId, hasKey, changedAt }) => ({
        name,
        key_id: keyId,
        has_key: hasKey,
        changed_at: isoOfMs(changedAt),
      }))
      const rows = entries.map(({ name, keyId, hasKey, changedAt }) => [
        name,
        keyId,
        hasKey ? 'here' : 'missing',
        timeText(changedAt),
      ])
      const listed = rows.length === 0 ? 'No secret is stored.' : table(['name', 'key', 'key is', 'changed'], rows)
      cli.answer({ key: keyJson(source), secrets: json }, `${listed}\nThe key: ${keyText(source)}`)
    })
}

function addRotate(group: Command, cli: Cli): void {
  group
    .command('rotate')
    .description('encrypts all secrets with a new key: of the key file, or the new value of SECRET_KEY')
    .action(async () => {
      const { secrets, keyId, source } = await cli.withServices(async (services) => ({
        ...(await services.secrets.rotate()),
        source: services.secrets.keySource(),
      }))
      const text = `Secrets that have the new key ${keyId}: ${secrets}. The key: ${keyText(source)}`
      const advice = 'Backups from before need the former key: make a new backup, and a new copy of the key.'
      cli.answer({ secrets, key_id: keyId, key: keyJson(source) }, `${text}\n${advice}`)
    })
}

const keyJson = (source: SecretKeySource) =>
  source.kind === 'variable' ? { source: 'SECRET_KEY' } : { source: 'file', file: source.file, exists: source.exists }

function keyText(source: SecretKeySource): string {
  if (source.kind === 'variable') return 'SECRET_KEY'
  return source.exists ? source.file : `${source.file}, created with the first secret`
}
