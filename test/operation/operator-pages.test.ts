// The operator's pages are carried out word by word. Only systemctl, runuser and git are replaced: the first by a program that
// starts and stops the real service, as its user like the second.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, chown, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { Database } from '../../src/store/sqlite/driver.js'
import { recordFigure } from '../ledger/ledger.js'
import { openOfSchema } from '../store/series/old-database.js'
import { openBench } from '../support/cli/run-cli.js'
import { person, ROOT, sendContext } from './dockerfile.js'

let page: string
beforeAll(async () => {
  page = await readFile(join(ROOT, 'src', 'operation', 'README.md'), 'utf8')
})

/** The indented blocks of commands below a heading. */
function blocksOf(heading: string): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? expect.unreachable(heading)
  return section.match(/(?:^ {4}.*\n)+/gm) ?? []
}

/** Starts the service in the background and waits until it serves; stops it and waits until it ended. */
const SYSTEMCTL = `#!/bin/sh
case "$1" in
  start|enable)
    cd "$APP"
    if [ -e .env ]; then set -a; . ./.env; set +a; fi
    umask 077
    runuser -u headcount -- node dist/src/main.js > service.log 2>&1 &
    echo $! > service.pid
    until grep -q 'serves at' service.log; do kill -0 $(cat service.pid) || { cat service.log; exit 1; }; sleep 0.1; done ;;
  stop|disable)
    cd "$APP" && kill $(cat service.pid) && while kill -0 $(cat service.pid) 2> /dev/null; do sleep 0.1; done ;;
esac
`

/** The user of the service: where root runs the tests, another one. */
const RUNUSER = `#!/bin/sh
shift 3
${person === undefined ? '' : `exec setpriv --reuid ${person.uid} --regid ${person.gid} --clear-groups `}exec "$@"
`.replace('groups exec', 'groups')

const give = async (...files: string[]): Promise<void> => {
  if (person) for (const file of files) await chown(file, person.uid, person.gid)
}

async function openMachine(name: string) {
  const bench = await openBench()
  const [app, bin, move] = [join(bench.folder, name), join(bench.folder, 'bin'), join(bench.folder, 'move')]
  sendContext(app)
  await symlink(join(ROOT, 'node_modules'), join(app, 'node_modules'))
  execFileSync('cp', ['-a', join(ROOT, 'dist'), app])
  await rm(join(app, 'dist', '.running'), { recursive: true, force: true })
  const units = join(bench.folder, 'units')
  const own = [join(app, 'data'), join(app, 'dist', '.running')]
  for (const folder of [bin, move, units, ...own]) await mkdir(folder, { recursive: true })
  // Only root reads what is moved, and only the user of the service its data.
  await chmod(bench.folder, 0o755)
  await chmod(move, 0o700)
  await give(...own)
  const programs = { systemctl: SYSTEMCTL, runuser: RUNUSER, git: '#!/bin/sh\n' }
  for (const [program, text] of Object.entries(programs)) {
    await writeFile(join(bin, program), text)
    await chmod(join(bin, program), 0o755)
  }
  await writeFile(join(app, '.env'), `PLATFORM_URL=${bench.simulator.url}\nPORT=0\n`, { mode: 0o600 })
  await give(join(app, '.env'))
  const environment = { PATH: `${bin}${delimiter}${process.env.PATH}`, HOME: bench.folder, APP: app }
  const run = (block: string): string => {
    const commands = block
      .replaceAll('/opt/headcount', app)
      .replaceAll('/mnt/move', move)
      .replaceAll('/etc/systemd/system', units)
      .replaceAll('-o headcount -g headcount', person ? `-o ${person.uid} -g ${person.gid}` : '')
    // What the service writes goes to a file, so the shell ends although the service goes on.
    return execFileSync('sh', ['-ec', commands], { env: environment, encoding: 'utf8', timeout: 600_000 })
  }
  const stop = (): void => void run('[ ! -e $APP/service.pid ] || kill -9 $(cat $APP/service.pid) 2> /dev/null || true')
  onTestFinished(stop)
  return { app, move, units, run, database: join(app, 'data', 'headcount.db') }
}

function read(file: string) {
  const raw = new Database(file, { fileMustExist: true })
  try {
    return {
      schema: raw.pragma('user_version', { simple: true }),
      accounts: raw.prepare('SELECT name FROM account ORDER BY id').pluck().all(),
    }
  } finally {
    raw.close()
  }
}

/** The user of the service can read and write its settings and all of its data, and nobody else but root can. */
async function expectOwned(app: string): Promise<void> {
  const inData = (await readdir(join(app, 'data'))).map((name) => join('data', name))
  for (const name of ['.env', ...inData]) {
    const { uid, mode } = await stat(join(app, name))
    expect([name, uid, mode & 0o077]).toEqual([name, person?.uid ?? process.getuid?.(), 0])
  }
}

const BEFORE_UPGRADE = /^before-upgrade-\d{8}-\d{6}\.db$/
const ADD = 'cd $APP && runuser -u headcount -- npm run -s cli -- account create --plan premium --name'

it('an upgrade migrates the database, and the roll-back goes back to the one from before it [PROCESS-34]', async () => {
  const { app, run, database } = await openMachine('program')
  const old = await openOfSchema(database, 10)
  old.exec("INSERT INTO account (name, plan, status, created_at) VALUES ('Old', 'free', 'active', 0)")
  old.close()
  await give(database)
  // The service of the old version, which a new program would migrate, is not there: its stop is tested below.
  const [upgrade = ''] = blocksOf('Upgrade')
  run(upgrade.replace('systemctl stop headcount', ''))
  run(`${ADD} New`)
  expect(await readdir(join(app, 'data'))).toEqual(
    expect.arrayContaining([expect.stringMatching(BEFORE_UPGRADE), 'headcount.db.before-migration']),
  )
  const [back = ''] = blocksOf('Roll back')
  // The old program is not there either: the start is left out.
  run(back.replace('&& systemctl start headcount', ''))
  expect(read(database)).toEqual({ schema: 10, accounts: ['Old'] })
  const kept = (await readdir(join(app, 'data'))).find((name) => name.includes('before-restore')) ?? ''
  expect(read(join(app, 'data', kept)).accounts).toEqual(['Old', 'New'])
  await recordFigure('roll-back', 'from this schema back to schema 10, and the newer database kept')
}, 1_200_000)

it('an upgrade without a migration loses nothing, and the move takes all to another machine [PROCESS-34]', async () => {
  const first = await openMachine('first')
  first.run(`systemctl start headcount\n${ADD} Studio`)
  const [upgrade = ''] = blocksOf('Upgrade')
  first.run(upgrade)
  // A second upgrade must not find the copy of the first one in its way.
  first.run(upgrade)
  const copies = await readdir(join(first.app, 'data'))
  expect(copies.filter((name) => BEFORE_UPGRADE.test(name))).toHaveLength(2)
  await expectOwned(first.app)
  const plans = join('data', 'plans.json')
  await writeFile(join(first.app, plans), '{}')
  const [leave = '', arrive = ''] = blocksOf('Move to another machine')
  first.run(leave)
  expect(await readdir(first.move)).toEqual(
    expect.arrayContaining(['.env', 'moved.db', 'plans.json', 'commit', 'version']),
  )
  const second = await openMachine('second')
  for (const name of await readdir(first.move)) await cp(join(first.move, name), join(second.move, name))
  second.run(arrive)
  await expectOwned(second.app)
  expect(await readFile(join(second.app, plans), 'utf8')).toBe('{}')
  expect(second.run('cd $APP && runuser -u headcount -- npm run -s cli -- account list --json')).toContain('"Studio"')
  second.run('systemctl stop headcount')
  expect(read(second.database).accounts).toEqual(['Studio'])
}, 1_200_000)

it('a move to another version of the program ends before anything is changed there [PROCESS-34]', async () => {
  const first = await openMachine('first')
  first.run(`systemctl start headcount\n${ADD} Studio`)
  const [leave = '', arrive = ''] = blocksOf('Move to another machine')
  first.run(leave)
  const second = await openMachine('second')
  for (const name of await readdir(first.move)) await cp(join(first.move, name), join(second.move, name))
  await appendFile(join(second.app, 'src', 'main.ts'), '// Another version.\n')
  const difference = expect.stringMatching(/^< \d+\.\d+\.\d+\+\w{8}\n---\n> \d+\.\d+\.\d+\+\w{8}$/m)
  expect(() => second.run(arrive)).toThrow(expect.objectContaining({ stdout: difference }))
  expect(await readdir(join(second.app, 'data'))).toEqual([])
  expect(await readFile(join(second.app, '.env'), 'utf8')).toContain('PORT=0')
}, 1_200_000)

const asRoot = 'the steps for systemd lead to a service that starts as its user and writes its data only [PROCESS-34]'
it.skipIf(person === undefined)(
  person === undefined ? `${asRoot}: only root can carry them out` : asRoot,
  async () => {
    const { uid, gid } = person ?? expect.unreachable()
    const { app, units, run, database } = await openMachine('installed')
    const [install = ''] = blocksOf('As a service of systemd')
    // No user is created and no systemd is there: the files belong to another user, and its unit is started below.
    const steps = install
      .replace(/^ *useradd .*$/m, '')
      .replace(/^ *systemctl .*$/m, '')
      .replace('chown headcount', `chown ${uid}`)
    expect(steps).not.toMatch(/useradd|systemctl|chown headcount/)
    run(steps)
    const unit = await readFile(join(units, 'headcount.service'), 'utf8')
    const [, words = ''] = /^ExecStart=\/usr\/bin\/node (.+)$/m.exec(unit) ?? []
    const variables = (await readFile(join(app, '.env'), 'utf8')).trim().split('\n')
    const env = Object.fromEntries(variables.map((line) => line.split('=', 2)))
    const service = spawn(process.execPath, words.split(' '), { cwd: app, env, uid, gid })
    onTestFinished(() => void service.kill('SIGKILL'))
    let output = ''
    for (const stream of [service.stdout, service.stderr]) stream.on('data', (data: Buffer) => (output += `${data}`))
    await expect.poll(() => output, { timeout: 60_000 }).toContain('serves at')
    expect(output).not.toContain('run file')
    expect((await stat(database)).uid).toBe(uid)
    expect((await stat(join(app, '.env'))).mode & 0o777).toBe(0o600)
    for (const file of ['dist/x', 'src/x', 'package.json'])
      expect([file, spawnSync('sh', ['-c', `echo x >> ${file}`], { cwd: app, uid, gid }).status]).not.toEqual([file, 0])
    service.kill('SIGTERM')
    expect((await once(service, 'exit'))[0]).toBe(0)
  },
  1_200_000,
)
