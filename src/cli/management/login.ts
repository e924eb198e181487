// The command `login link`.
import { type Command, Option } from 'commander'
import { ROLES, type Role } from '../../domain/account.js'
import { isoOfMs } from '../../domain/clock.js'
import { type Cli, examples } from '../cli.js'
import { timeText } from '../io/table.js'

interface LinkOptions {
  readonly account: string
  readonly role: Role
  readonly operator?: boolean
}

export function addLoginCommands(program: Command, cli: Cli): void {
  const group = program.command('login').description('let somebody sign in on the web without Discord')
  examples(group, 'login link --account 1', 'login link --account "My studio" --role viewer')
  group
    .command('link')
    .description('makes a link that signs in once, within 15 minutes')
    .requiredOption('--account <account>', 'id or name')
    .addOption(new Option('--role <role>', 'what they may do there').choices(ROLES).default('owner'))
    .option('--operator', 'also opens the pages of the operator')
    .action(async ({ account, role, operator = false }: LinkOptions) => {
      const origin = cli.origin()
      const { secret, expiresAt } = await cli.withServices(async (services) =>
        services.loginLinks.create(await services.accounts.require(account), role, operator),
      )
      const url = `${origin}/sign-in/link?code=${secret}`
      const json = { url, expires_at: isoOfMs(expiresAt) }
      cli.answer(
        json,
        `${url}\n\nOpen it until ${timeText(expiresAt)}; it signs in once, as ${role}${operator ? ' and operator' : ''}.`,
      )
    })
}
