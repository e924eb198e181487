// The commands `guild link` and `guild code`.
import type { Command } from 'commander'
import { isoOfMs } from '../../domain/clock.js'
import { type Cli, examples } from '../cli.js'
import { timeText } from '../io/table.js'

export function addGuildCommands(program: Command, cli: Cli): void {
  const group = program.command('guild').description('link Discord servers to an account')
  examples(group, 'guild link --account 1 --guild 112233445566778899', 'guild code --account "My studio"')
  group
    .command('link')
    .description('lets a server see the games of an account, and no others')
    .requiredOption('--account <account>', 'id or name')
    .requiredOption('--guild <id>', 'the Discord ID of the server')
    .action(async (options: { account: string; guild: string }) => {
      const link = await cli.withServices(async (services) =>
        services.guilds.link(await services.accounts.require(options.account), options.guild),
      )
      const json = { account_id: link.accountId, guild_id: link.guildId }
      cli.answer(json, `Server ${link.guildId} now sees the games of account ${link.accountId}. Try /rank there.`)
    })
  group
    .command('code')
    .description('makes a code with which an administrator of a server links it: /setup code')
    .requiredOption('--account <account>', 'id or name')
    .action(async ({ account }: { account: string }) => {
      const { code, expiresAt } = await cli.withServices(async (services) =>
        services.guilds.createCode(await services.accounts.require(account)),
      )
      const json = { code, expires_at: isoOfMs(expiresAt) }
      cli.answer(json, `${code}\n\nType it in the server until ${timeText(expiresAt)}, once: /setup code:${code}`)
    })
}
