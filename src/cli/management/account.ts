// The commands `account create`, `show`, `set`, `list` and `remove`.
import { type Command, Option } from 'commander'
import { type Account, STATUSES, type Status, statusAt } from '../../domain/account.js'
import { isoOfMs, systemClock } from '../../domain/clock.js'
import { HeadcountError } from '../../domain/error.js'
import { PLAN_NAMES, type PlanName } from '../../domain/plan.js'
import { gameJson } from '../../files/game-json.js'
import type { ChangedAccount } from '../../services/management/manage-accounts.js'
import { CLI, type Cli, examples, misused } from '../cli.js'
import { wholeNumber } from '../io/read-values.js'
import { countedGames, namedGames, oneLine, table, timeText } from '../io/table.js'

interface AccountOptions {
  readonly name?: string
  readonly plan?: PlanName
  readonly status?: Status
  readonly trialDays?: number
}

export function addAccountCommands(program: Command, cli: Cli): void {
  const group = program.command('account').description('open, show, change and close accounts')
  examples(
    group,
    'account create --name "My studio" --plan enterprise',
    'account create --name "Trial studio" --plan premium --status trial --trial-days 30',
    'account set "My studio" --plan free',
    'account list --json',
  )
  addCreate(group, cli)
  addShow(group, cli)
  addSet(group, cli)
  addList(group, cli)
  addRemove(group, cli)
}

const nameOption = () => new Option('--name <name>', '1 to 100 characters, not a number')
const planOption = () => new Option('--plan <plan>').choices(PLAN_NAMES)
const addStatusOptions = (command: Command): Command =>
  command
    .addOption(new Option('--status <status>', 'a new account is active').choices(STATUSES))
    .addOption(
      new Option('--trial-days <days>', 'length of the trial from now, 14 by default').argParser(wholeNumber(0, 3_650)),
    )

function addCreate(group: Command, cli: Cli): void {
  const command = group
    .command('create')
    .description('opens an account')
    .addOption(nameOption().makeOptionMandatory())
    .addOption(planOption().makeOptionMandatory())
  addStatusOptions(command).action(
    async (terms: AccountOptions & { readonly name: string; readonly plan: PlanName }) => {
      const account = await cli.withServices((services) => services.accounts.create(terms))
      cli.answer(
        accountJson(account),
        `${accountTable([account])}\n
Next, track a game:      ${CLI} game add --account ${account.id} --url <address of the game>
and make a key for /api: ${CLI} key create --account ${account.id} --name <name>`,
      )
    },
  )
}

function addShow(group: Command, cli: Cli): void {
  group
    .command('show')
    .description('shows one account')
    .argument('<account>', 'its ID or name')
    .action(async (idOrName: string) => {
      const account = await cli.withReading((services) => services.accounts.require(idOrName))
      cli.answer(accountJson(account), accountTable([account]))
    })
}

function addSet(group: Command, cli: Cli): void {
  const command = group
    .command('set')
    .description(
      'changes the name, the plan or the status; a lower plan pauses the newest games over its limit, a higher one resumes them',
    )
    .argument('<account>', 'its ID or name')
    .addOption(nameOption())
    .addOption(planOption())
  addStatusOptions(command).action(async (idOrName: string, terms: AccountOptions) => {
    if (Object.keys(terms).length === 0)
      misused(command, 'nothing to change: give --name, --plan, --status or --trial-days.')
    const changed = await cli.withServices((services) => services.accounts.change(idOrName, terms))
    cli.answer({ ...accountJson(changed.account), ...gamesJson(changed) }, accountTable([changed.account]))
    for (const line of gamesText(changed)) cli.note(line)
  })
}

/** Empty lists are omitted. */
const gamesJson = ({ paused, resumed, left }: ChangedAccount) => ({
  ...(paused.length > 0 && { paused_games: paused.map(gameJson) }),
  ...(resumed.length > 0 && { resumed_games: resumed.map(gameJson) }),
  ...(left.length > 0 && { still_paused_games: left.map(gameJson) }),
})

function gamesText({ account, paused, resumed, left, maxGames }: ChangedAccount): string[] {
  const room = `the account has room for ${countedGames(maxGames)} now`
  return [
    ...(paused.length > 0
      ? [`Paused, because the ${account.plan} plan has room for fewer games: ${namedGames(paused)}.`]
      : []),
    ...(resumed.length > 0
      ? [`Resumed ${countedGames(resumed.length)} that the plan had paused: ${namedGames(resumed)}.`]
      : []),
    ...(left.length > 0 ? [`Still paused, because ${room}: ${namedGames(left)}.`] : []),
  ]
}

/** Before the first start there is no database, and so no account. */
function noneWithoutDatabase(error: unknown): readonly Account[] {
  if (error instanceof HeadcountError && error.options.reason?.name === 'nothing to read yet') return []
  throw error
}

function addList(group: Command, cli: Cli): void {
  group
    .command('list')
    .description('lists all accounts')
    .action(async () => {
      const accounts = await cli.withReading((services) => services.accounts.list()).catch(noneWithoutDatabase)
      const none = `There is no account yet. Open one: ${CLI} account create --name <name> --plan enterprise`
      cli.answer(accounts.map(accountJson), accounts.length > 0 ? accountTable(accounts) : none)
    })
}

function addRemove(group: Command, cli: Cli): void {
  const command = group
    .command('remove')
    .description('closes an account with its games, keys, members and server links')
    .argument('<account>', 'its ID or name')
    .option('--yes', 'needed: what is removed does not come back')
  command.action(async (idOrName: string, { yes }: { yes?: true }) => {
    if (!yes)
      misused(command, `removing ${oneLine(idOrName)} takes its games and keys along for good; add --yes to do it.`)
    const account = await cli.withServices((services) => services.accounts.remove(idOrName))
    cli.answer(accountJson(account), `Account ${account.id} (${oneLine(account.name)}) is removed.`)
  })
}

const accountJson = (account: Account) => ({
  id: account.id,
  name: account.name,
  plan: account.plan,
  // A trial of 0 days has already ended when the account is printed.
  status: statusAt(account, systemClock.now()),
  trial_ends_at: account.trialEndsAt === null ? null : isoOfMs(account.trialEndsAt),
  created_at: isoOfMs(account.createdAt),
})

const accountTable = (accounts: readonly Account[]): string =>
  table(
    ['id', 'plan', 'status', 'trial ends', 'created', 'name'],
    accounts.map((account) => [
      account.id,
      account.plan,
      statusAt(account, systemClock.now()),
      account.trialEndsAt === null ? null : timeText(account.trialEndsAt),
      timeText(account.createdAt),
      account.name,
    ]),
  )
