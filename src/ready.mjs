// Runs before start, demo, cli and test: installs and builds what is missing, and is fast if nothing is. A program that
// is named after the goal then runs in this process, because another Node would take a tenth of the time of a start. It
// is plain JavaScript that uses only node:* modules, because no package is installed yet. It writes only to standard
// error.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import * as nodeModule from 'node:module'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { announcedProcesses, announceProcess, codeOf } from './local-socket.mjs'

const BUILD_TIMEOUT_MS = 600_000
const BUILD_CHECK_INTERVAL_MS = 250
const PROGRESS_INTERVAL_MS = 15_000
const STOP_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

const [major, minor] = process.versions.node.split('.').map(Number)
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const notes = join(root, 'node_modules', '.headcount')
const dist = join(root, 'dist')
const installStamp = join(notes, 'installed')
const compiledCode = join(dist, '.compiled')
const buildStamp = join(dist, '.built')
// Not beside the stamp, because npm ci empties node_modules.
const running = join(dist, '.running')
const lock = join(dist, '.preparing')
const installing = join(dist, '.installing')

const writeLine = (text) => process.stderr.write(`headcount: ${text}\n`)
const fail = (text) => {
  writeLine(text)
  process.exit(1)
}
/** Returns the text, or undefined if the file does not exist or another process removes it meanwhile. */
const read = (file) => {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {}
}
const hash = (text) => createHash('sha256').update(text).digest('hex')
const lockFile = () => read(join(root, 'package-lock.json')) ?? fail('package-lock.json is missing.')

/** A native build fits only one Node ABI on one platform and architecture. */
const installKey = () => [hash(lockFile()), process.versions.modules, process.platform, process.arch].join(' ')

/** Calls `see` with each file from which the program is built, always in the same order. */
function eachSource(see) {
  const look = (name) => {
    const found = fs.statSync(join(root, name), { throwIfNoEntry: false })
    if (found?.isDirectory()) for (const child of fs.readdirSync(join(root, name)).sort()) look(`${name}/${child}`)
    else if (found) see(name, found)
  }
  for (const name of ['src', 'commands', 'tsconfig.json']) look(name)
}

/** Changes with every file that is written, whether or not its contents differ. It reads no file, so it is fast. */
function sourceTimes() {
  const seen = [hash(lockFile())]
  eachSource((name, { size, mtimeMs }) => seen.push(`${name} ${size} ${mtimeMs}`))
  return hash(seen.join('\n'))
}

/** Names the program: the same files have the same hash on every machine. The version shows its first 8 digits. */
function sourceContents() {
  const seen = [hash(lockFile())]
  eachSource((name) => seen.push(`${name} ${hash(fs.readFileSync(join(root, name)))}`))
  return hash(seen.join('\n'))
}

/** The times come first: a file that is written between the two is seen as new at the next start. */
function buildKey() {
  const times = sourceTimes()
  return `${sourceContents()} ${times}`
}

/** Replaced as a whole, because a program that starts reads it. */
function stampBuild(key) {
  const next = `${buildStamp}-${process.pid}`
  fs.writeFileSync(next, key)
  fs.renameSync(next, buildStamp)
}

/** A full install, which `test` needs, is also sufficient for `start`. */
const isInstalled = (goal) => [`${installKey()} test`, `${installKey()} ${goal}`].includes(read(installStamp))

function isBuilt() {
  const [contents, times] = (read(buildStamp) ?? '').split(' ')
  if (!fs.existsSync(join(dist, 'src'))) return false
  if (times === sourceTimes()) return true
  const key = buildKey()
  if (contents !== key.split(' ')[0]) return false
  // Files were only touched or copied. Whoever may not write the stamp reads all of them at each start.
  try {
    stampBuild(key)
  } catch {}
  return true
}

const stampInstall = (goal) => {
  fs.mkdirSync(notes, { recursive: true })
  fs.writeFileSync(installStamp, `${installKey()} ${goal}`)
}

/** Someone has already run `npm ci`: the packages that npm recorded match the lock file. */
function isInstalledByHand(goal) {
  const installedLock = read(join(root, 'node_modules', '.package-lock.json'))
  if (installedLock === undefined || fs.existsSync(installing)) return false
  const there = JSON.parse(installedLock).packages
  const isSpared = ({ optional, devOptional, dev }) => optional || devOptional || (dev && goal === 'start')
  const isThere = ([path, lockEntry]) =>
    path === '' || isSpared(lockEntry) || there[path]?.version === lockEntry.version
  return Object.entries(JSON.parse(lockFile()).packages).every(isThere) && nativeCodeLoads()
}

function nativeCodeLoads() {
  // The same choice as in src/store/sqlite/driver.ts.
  const name = major >= 22 ? 'better-sqlite3-node22' : 'better-sqlite3'
  if (!(`node_modules/${name}` in JSON.parse(lockFile()).packages)) return true
  try {
    const Database = nodeModule.createRequire(join(root, 'package.json'))(name)
    return new Database(':memory:').close().open === false
  } catch {
    return false
  }
}

/** Ends this process with an error if the service runs from this folder, which a socket shows (see src/run.ts). */
async function rejectUnderService() {
  const services = await announcedProcesses(running).catch((error) => fail(unknownState(running, codeOf(error))))
  const sure = services.filter(({ isSure }) => isSure).map(({ pid }) => pid)
  if (sure.length > 0)
    fail(
      `the program has changed, and Headcount is running from this folder (process ${sure.join(', ')}): stop it first, with Ctrl+C or SIGTERM.`,
    )
  for (const { file } of services) fail(unknownState(file, 'no answer'))
}

const unknownState = (file, why) =>
  `the program has changed, and whether Headcount is running from this folder is not known (${file}: ${why}). Stop it if it is, as the user who started it; delete that file if it is not.`

/**
 * Acquires the lock and returns a function that releases it: a process moves a folder with its own socket into place,
 * which succeeds only if there is no folder or an empty one. The socket of a dead process is removed by its unique name.
 */
async function takeLock() {
  const until = Date.now() + BUILD_TIMEOUT_MS
  const ownFolder = makeOwnFolder()
  let announced
  try {
    announced = await announceProcess(ownFolder)
  } catch (error) {
    writeLine(`this folder holds no sockets (${codeOf(error)}): make sure that nothing else prepares it meanwhile.`)
    return () => {}
  }
  const [socket] = fs.readdirSync(ownFolder)
  for (let isLogged = false; !tryLock(ownFolder); ) {
    const [holder] = await announcedProcesses(lock)
    if (holder && !isLogged) writeLine(`waiting for process ${holder.pid}, which is preparing this folder.`)
    isLogged ||= holder !== undefined
    if (Date.now() > until) fail(`process ${holder?.pid} has not ended in 10 minutes: stop it, or delete ${lock}.`)
    await sleep(BUILD_CHECK_INTERVAL_MS)
  }
  const release = () => {
    process.off('exit', release)
    announced.close()
    fs.rmSync(join(lock, socket), { force: true })
    try {
      fs.rmdirSync(lock)
    } catch {} // Another process has already moved its folder into place.
  }
  process.once('exit', release)
  return release
}

/** Also removes the folders of processes that were killed while they waited; no live process waits that long. */
function makeOwnFolder() {
  try {
    fs.mkdirSync(dist, { recursive: true })
    for (const name of fs.readdirSync(dist).filter((name) => name.startsWith(`${basename(lock)}-`))) {
      const { mtimeMs } = fs.statSync(join(dist, name), { throwIfNoEntry: false }) ?? {}
      if (mtimeMs < Date.now() - 2 * BUILD_TIMEOUT_MS) fs.rmSync(join(dist, name), { recursive: true, force: true })
    }
    const ownFolder = fs.mkdtempSync(`${lock}-`)
    process.once('exit', () => fs.rmSync(ownFolder, { recursive: true, force: true }))
    return ownFolder
  } catch (error) {
    fail(`${dist} cannot be written (${codeOf(error)}), and what has changed must be built there.`)
  }
}

function tryLock(ownFolder) {
  try {
    fs.renameSync(ownFolder, lock)
    return true
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(error.code)) return false
    throw error
  }
}

/** Runs a tool until it ends. Its output goes to standard error, and signals to this process are forwarded to it. */
async function runTool(what, words) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  writeLine(`${what} …`)
  const child = spawn(words[0], words.slice(1), { cwd: root, stdio: ['ignore', 2, 2] })
  let stopped
  const stop = (signal) => {
    // npm finishes what it does, for up to a quarter of a minute.
    if (stopped === undefined) writeLine(`${what}: stopping …`)
    stopped = signal
    child.kill(signal)
  }
  for (const signal of Object.keys(STOP_CODES)) process.on(signal, stop)
  const ticking = setInterval(() => writeLine(`${what}: ${seconds()} s so far …`), PROGRESS_INTERVAL_MS)
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (status, signal) => resolve(status ?? signal))
  })
  clearInterval(ticking)
  for (const signal of Object.keys(STOP_CODES)) process.off(signal, stop)
  if (stopped) process.exit(STOP_CODES[stopped])
  if (code !== 0) fail(`${what} failed (${code}), see above.`)
  writeLine(`${what}: done in ${seconds()} s.`)
}

async function install(goal) {
  // Packages that `start` installed are kept: `npm ci` would remove them and compile better-sqlite3 again.
  const isMore = goal === 'test' && read(installStamp) === `${installKey()} start` && nativeCodeLoads()
  const verb = isMore ? ['install', '--no-save'] : ['ci']
  fs.rmSync(installStamp, { force: true })
  fs.writeFileSync(installing, '')
  const npmPath = process.env.npm_execpath ?? ''
  const npm = npmPath.endsWith('npm-cli.js') ? [process.execPath, npmPath] : ['npm']
  // Set explicitly in both cases, because NODE_ENV or the user's npm settings could exclude dependencies.
  const flags = [
    goal === 'test' ? '--include=dev' : '--omit=dev',
    '--include=optional',
    `--prefix=${root}`,
    '--no-audit',
    '--no-fund',
  ]
  const what = isMore
    ? 'installing development packages'
    : 'installing packages (compiling better-sqlite3 may take a few minutes)'
  await runTool(what, [...npm, ...verb, ...flags])
  if (!nativeCodeLoads())
    fail('better-sqlite3 was not installed or compiled: it takes a C++ compiler, make and Python 3.')
  fs.rmSync(installing, { force: true })
  stampInstall(goal)
}

/** Builds into a temporary folder first, so that a build that fails or is interrupted keeps the previous one intact. */
async function build() {
  const key = buildKey()
  const [next, old] = [join(dist, '.next'), join(dist, '.old')]
  for (const folder of [next, old]) fs.rmSync(folder, { recursive: true, force: true })
  await runTool('building', [process.execPath, join(root, 'src', 'bundle.mjs'), next])
  fs.rmSync(buildStamp, { force: true })
  // It is of code that is not there any more.
  fs.rmSync(compiledCode, { recursive: true, force: true })
  fs.mkdirSync(old)
  for (const name of fs.readdirSync(next)) {
    if (fs.existsSync(join(dist, name))) fs.renameSync(join(dist, name), join(old, name))
    fs.renameSync(join(next, name), join(dist, name))
  }
  for (const folder of [next, old]) fs.rmSync(folder, { recursive: true, force: true })
  stampBuild(key)
}

async function prepare(goal) {
  const isReady = () => isInstalled(goal) && isBuilt()
  if (isReady()) return
  const release = await takeLock()
  if (!isInstalled(goal) && isInstalledByHand(goal)) stampInstall(isInstalledByHand('test') ? 'test' : goal)
  if (!isReady()) await rejectUnderService()
  if (!isInstalled(goal)) await install(goal)
  if (!isBuilt()) await build()
  release()
}

const [node, , goal, program, ...words] = process.argv
if (major < 20 || (major === 20 && minor < 19)) fail(`Node 20.19 or newer is needed; this is ${process.version}.`)
if (goal !== 'start' && goal !== 'test') fail('usage: node src/ready.mjs start|test [program [words …]]')
await prepare(goal)
if (program !== undefined) {
  // Node 22.8 and newer keep compiled code between starts, which then take less time. Where the folder cannot be written, they do without.
  nodeModule.enableCompileCache?.(compiledCode)
  process.argv = [node, join(root, program), ...words]
  await import(pathToFileURL(join(root, program)))
}
