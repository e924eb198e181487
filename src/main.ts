// The entry point of npm start: the service on the operator's database and the real platform.
import { writeSync } from 'node:fs'
import type { Log } from './domain/ports/events.js'
import { configOrExit, run } from './run.js'
import type { Service } from './service.js'

const config = configOrExit()

await run(config, async (service: Service, log: Log) => {
  log.info({ url: service.url }, `Headcount serves at ${service.url}`)
  const code = await service.services.firstRun.code()
  if (code !== undefined) {
    print(`Nothing is set up yet. To begin, open ${service.url}/setup?code=${code}`)
    return
  }
  if ((await service.services.botToken.source()) === 'none') {
    log.info(
      {},
      'The Discord bot is off. To turn it on, set DISCORD_TOKEN and start again, or enter it at /setup/discord.',
    )
  }
  const tracked = await service.store.universes.tracked()
  if (tracked.length === 0) {
    const [account] = await service.store.accounts.list()
    log.info(
      {},
      `No game is tracked yet. Type: npm run -s cli -- game add --account ${account?.id ?? 1} --url <address of the game>`,
    )
  }
})

/** For the person who started the service: what holds a secret is never written to the log (PROCESS-25). */
function print(line: string): void {
  try {
    writeSync(process.stderr.fd, `${line}\n`)
  } catch {
    // Like a line of the log on a full disk, it is lost, and the service goes on. The next start prints another code.
  }
}
