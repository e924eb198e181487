// The entry point of npm start: the service on the operator's database and the real platform.
import { writeSync } from 'node:fs'
import type { Log } from './domain/ports/events.js'
import { configOrExit, run } from './run.js'
import type { Service } from './service.js'

const config = configOrExit()

await run(config, async (service: Service, log: Log) => {
  if (config.ROLES.includes('api')) {
    log.info({ url: service.url }, `Headcount serves at ${service.url}`)
    const code = await service.services.firstRun.code()
    if (code !== undefined) {
      print(`Nothing is set up yet. To begin, open ${service.url}/setup?code=${code}`)
      return
    }
  } else {
    const roles = config.ROLES.join(', ')
    log.info({}, `The roles of this process are ${roles}. It serves its own health, but no pages and no API.`)
  }
  if (config.ROLES.includes('bot')) await adviseOnBot(service, log)
  await adviseOnGames(service, log)
})

async function adviseOnBot({ services }: Service, log: Log): Promise<void> {
  if ((await services.botToken.source()) !== 'none') return
  log.info(
    {},
    'The Discord bot is off. To turn it on, set DISCORD_TOKEN and start again, or enter it at /setup/discord.',
  )
}

async function adviseOnGames({ store }: Service, log: Log): Promise<void> {
  const [account] = await store.accounts.list()
  if (account === undefined || (await store.universes.tracked()).length > 0) return
  log.info(
    {},
    `No game is tracked yet. Type: npm run -s cli -- game add --account ${account.id} --url <address of the game>`,
  )
}

/** For the person who started the service: what holds a secret is never written to the log (PROCESS-25). */
function print(line: string): void {
  try {
    writeSync(process.stderr.fd, `${line}\n`)
  } catch {
    // Like a line of the log on a full disk, it is lost, and the service goes on. The next start prints another code.
  }
}
