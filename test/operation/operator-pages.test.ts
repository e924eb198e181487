// The operator's pages are carried out word by word. Only systemctl, sudo and git are replaced: the first by a program that
// starts and stops the real service.
import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { Database } from '../../src/store/sqlite/driver.js'
import { openOfSchema } from '../store/series/old-database.js'
import { openBench } from '../support/cli/run-cli.js'
import { ROOT, sendContext } from './dockerfile.js'

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
    node dist/src/main.js > service.log 2>&1 &
    echo $! > service.pid
    until grep -q 'serves at' service.log; do kill -0 $(cat service.pid) || { cat service.log; exit 1; }; sleep 0.1; done ;;
  stop|disable)
    cd "$APP" && kill $(cat service.pid) && while kill -0 $(cat service.pid) 2> /dev/null; do sleep 0.1; done ;;
esac
`

async function openMachine(name: string) {
  const bench = await openBench()
  const [app, bin, move] = [join(bench.folder, name), join(bench.folder, 'bin'), join(bench.folder, 'move')]
  sendContext(app)
  await symlink(join(ROOT, 'node_modules'), join(app, 'node_modules'))
  execFileSync('cp', ['-a', join(ROOT, 'dist'), app])
  await rm(join(app, 'dist', '.running'), { recursive: true, force: true })
  for (const folder of [bin, move, join(app, 'data')]) await mkdir(folder, { recursive: true })
  const programs = { systemctl: SYSTEMCTL, sudo: '#!/bin/sh\nexec "$@"\n', git: '#!/bin/sh\n' }
  for (const [program, text] of Object.entries(programs)) {
    await writeFile(join(bin, program), text)
    await chmod(join(bin, program), 0o755)
  }
  await writeFile(join(app, '.env'), `PLATFORM_URL=${bench.simulator.url}\nPORT=0\n`)
  const environment = { PATH: `${bin}${delimiter}${process.env.PATH}`, HOME: bench.folder, APP: app }
  const run = (block: string): string => {
    const commands = block.replaceAll('/opt/headcount', app).replaceAll('/mnt/move', move)
    // What the service writes goes to a file, so the shell ends although the service goes on.
    return execFileSync('sh', ['-ec', commands], { env: environment, encoding: 'utf8', timeout: 120_000 })
  }
  const stop = (): void => void run('[ ! -e $APP/service.pid ] || kill -9 $(cat $APP/service.pid) 2> /dev/null || true')
  onTestFinished(stop)
  return { app, move, run, database: join(app, 'data', 'headcount.db') }
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

const ADD = 'cd $APP && npm run -s cli -- account create --plan premium --name'

it('an upgrade migrates the database, and the roll-back goes back to the one from before it [PROCESS-34]', async () => {
  const { app, run, database } = await openMachine('program')
  const old = await openOfSchema(database, 10)
  old.exec("INSERT INTO account (name, plan, status, created_at) VALUES ('Old', 'free', 'active', 0)")
  old.close()
  // The service of the old version, which a new program would migrate, is not there: its stop is tested below.
  const [upgrade = ''] = blocksOf('Upgrade')
  run(upgrade.replace('sudo systemctl stop headcount', ''))
  run(`${ADD} New`)
  expect(await readdir(join(app, 'data'))).toEqual(
    expect.arrayContaining(['before-upgrade.db', 'headcount.db.before-migration']),
  )
  const [back = ''] = blocksOf('Roll back')
  const [until = ''] = back.split('    sudo systemctl start')
  run(until)
  expect(read(database)).toEqual({ schema: 10, accounts: ['Old'] })
  const kept = (await readdir(join(app, 'data'))).find((name) => name.includes('before-restore')) ?? ''
  expect(read(join(app, 'data', kept)).accounts).toEqual(['Old', 'New'])
}, 240_000)

it('an upgrade without a migration loses nothing, and the move takes all to another machine [PROCESS-34]', async () => {
  const first = await openMachine('first')
  first.run(`sudo systemctl start headcount\n${ADD} Studio`)
  const [upgrade = ''] = blocksOf('Upgrade')
  first.run(upgrade)
  const [leave = '', arrive = ''] = blocksOf('Move to another machine')
  first.run(leave)
  expect(await readdir(first.move)).toEqual(expect.arrayContaining(['.env', 'headcount.db']))
  const second = await openMachine('second')
  for (const name of await readdir(first.move)) await cp(join(first.move, name), join(second.move, name))
  second.run(arrive)
  expect(second.run('cd $APP && npm run -s cli -- account list --json')).toContain('"Studio"')
  second.run('sudo systemctl stop headcount')
  expect(read(second.database).accounts).toEqual(['Studio'])
}, 240_000)
