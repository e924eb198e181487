// The commands `member add`, `member list` and `member remove`.
import { type Command, Option } from 'commander'
import { type Member, ROLES, type Role } from '../../domain/account.js'
import { isoOfMs } from '../../domain/clock.js'
import { CLI, type Cli, examples } from '../cli.js'
import { table, timeText } from '../io/table.js'

export function addMemberCommands(program: Command, cli: Cli): void {
  const group = program.command('member').description('say who may sign in and see an account')
  examples(
    group,
    'member add --account "My studio" --user 112233445566778899 --role manager',
    'member list --account 1',
    'member remove --account 1 --user 112233445566778899',
  )
  addAdd(group, cli)
  addList(group, cli)
  addRemove(group, cli)
}

interface MemberOptions {
  readonly account: string
  readonly user: string
}

const withAccount = (command: Command): Command => command.requiredOption('--account <account>', 'id or name')
const withUser = (command: Command): Command =>
  withAccount(command).requiredOption('--user <id>', 'their Discord user id')

function addAdd(group: Command, cli: Cli): void {
  const command = group.command('add').description('adds somebody, or gives a member another role')
  withUser(command)
    .addOption(new Option('--role <role>').choices(ROLES).default('viewer'))
    .action(async ({ account, user, role }: MemberOptions & { readonly role: Role }) => {
      const member = await cli.withServices(async (services) =>
        services.members.add(await services.accounts.require(account), user, role),
      )
      cli.answer(memberJson(member), memberTable([member]))
    })
}

function addList(group: Command, cli: Cli): void {
  withAccount(group.command('list').description('lists the members of an account')).action(
    async ({ account }: { readonly account: string }) => {
      const members = await cli.withReading(async (services) =>
        services.members.list(await services.accounts.require(account)),
      )
      const none = `This account has no member yet. Add one: ${CLI} member add --account ${account} --user <id> --role owner`
      cli.answer(members.map(memberJson), members.length > 0 ? memberTable(members) : none)
    },
  )
}

function addRemove(group: Command, cli: Cli): void {
  withUser(group.command('remove').description('takes somebody out of an account')).action(
    async ({ account, user }: MemberOptions) => {
      const member = await cli.withServices(async (services) =>
        services.members.remove(await services.accounts.require(account), user),
      )
      cli.answer(memberJson(member), `User ${user} is no longer a member of account ${member.accountId}.`)
    },
  )
}

const memberJson = (member: Member) => ({
  account_id: member.accountId,
  discord_user_id: member.discordUserId,
  role: member.role,
  created_at: isoOfMs(member.createdAt),
})

const memberTable = (members: readonly Member[]): string =>
  table(
    ['account', 'user', 'role', 'since'],
    members.map((member) => [member.accountId, member.discordUserId, member.role, timeText(member.createdAt)]),
  )
