// The commands `key create`, `list`, `rotate` and `revoke`.
import { type Command, Option } from 'commander'
import type { ApiKey } from '../../domain/api-key.js'
import { isoOfMs } from '../../domain/clock.js'
import type { NewKey } from '../../services/management/manage-keys.js'
import { CLI, type Cli, examples } from '../cli.js'
import { dateOrTime, id, wholeNumber } from '../io/read-values.js'
import { table, timeText } from '../io/table.js'

export function addKeyCommands(program: Command, cli: Cli): void {
  const group = program.command('key').description('make and withdraw keys to the HTTP interface')
  examples(
    group,
    'key create --account "My studio" --name laptop --expires 2027-01-31',
    'key rotate --key 3 --grace 24',
    'key revoke --key 3',
  )
  addCreate(group, cli)
  addList(group, cli)
  addRotate(group, cli)
  addRevoke(group, cli)
}

function addCreate(group: Command, cli: Cli): void {
  group
    .command('create')
    .description('makes a key and shows it, this once')
    .requiredOption('--account <account>', 'id or name')
    .requiredOption('--name <name>', 'what the key is for')
    .addOption(
      new Option('--expires <date>', 'a UTC day (from its beginning) or a time; never, without it').argParser(
        dateOrTime,
      ),
    )
    .action(async (options: { account: string; name: string; expires?: number }) => {
      const key = await cli.withServices(async (services) =>
        services.keys.create(await services.accounts.require(options.account), options.name, options.expires ?? null),
      )
      cli.answer(newKeyJson(key), newKeyText(key))
    })
}

function addList(group: Command, cli: Cli): void {
  group
    .command('list')
    .description('lists the keys of an account, without their secrets')
    .requiredOption('--account <account>', 'id or name')
    .action(async ({ account }: { account: string }) => {
      const keys = await cli.withReading(async (services) =>
        services.keys.list(await services.accounts.require(account)),
      )
      const none = `This account has no key yet. Make one: ${CLI} key create --account ${account} --name <name>`
      cli.answer(keys.map(keyJson), keys.length > 0 ? keyTable(keys) : none)
    })
}

function addRotate(group: Command, cli: Cli): void {
  group
    .command('rotate')
    .description('makes a key in the place of another, which keeps working for a while')
    .addOption(new Option('--key <id>', 'id of the key to replace').argParser(id).makeOptionMandatory())
    .addOption(
      new Option('--grace <hours>', 'how long the old key still works, 0 to 168')
        .argParser(wholeNumber(0, 168))
        .makeOptionMandatory(),
    )
    .action(async (options: { key: number; grace: number }) => {
      const key = await cli.withServices(async (services) =>
        services.keys.rotate(await services.keys.require(options.key), options.grace),
      )
      const old =
        options.grace === 0
          ? 'has stopped working.'
          : `works for ${options.grace} more hours, unless it expires before.`
      cli.answer(newKeyJson(key), `${newKeyText(key)}\nKey ${options.key} ${old}`)
    })
}

function addRevoke(group: Command, cli: Cli): void {
  group
    .command('revoke')
    .description('ends a key at once')
    .addOption(new Option('--key <id>', 'id of the key').argParser(id).makeOptionMandatory())
    .action(async (options: { key: number }) => {
      const key = await cli.withServices(async (services) =>
        services.keys.revoke(await services.keys.require(options.key)),
      )
      cli.answer(
        { ...keyJson(key), revoked_at: isoOrNull(key.revokedAt) },
        `Key ${key.id} (${key.prefix}…) is revoked.`,
      )
    })
}

const isoOrNull = (milliseconds: number | null): string | null => (milliseconds === null ? null : isoOfMs(milliseconds))

const newKeyJson = (key: NewKey) => ({
  id: key.id,
  key: key.secret,
  prefix: key.prefix,
  name: key.name,
  created_at: isoOfMs(key.createdAt),
  expires_at: isoOrNull(key.expiresAt),
})

const newKeyText = (key: NewKey): string => `${keyTable([key])}\n
${key.secret}\n
Keep it now: it is shown this once.`

const keyJson = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  created_at: isoOfMs(key.createdAt),
  last_used_at: isoOrNull(key.lastUsedAt),
  expires_at: isoOrNull(key.expiresAt),
})

const keyTable = (keys: readonly ApiKey[]): string =>
  table(
    ['id', 'prefix', 'created', 'last used', 'expires', 'name'],
    keys.map((key) => [
      key.id,
      key.prefix,
      timeText(key.createdAt),
      key.lastUsedAt === null ? 'never' : timeText(key.lastUsedAt),
      key.expiresAt === null ? 'never' : timeText(key.expiresAt),
      key.name,
    ]),
  )
