// The entry point of npm start: the service on the operator's database and the real platform.
import type { Log } from './domain/ports/events.js'
import { configOrExit, run } from './run.js'
import type { Service } from './service.js'

const config = configOrExit()

await run(config, async (service: Service, log: Log) => {
  log.info({ url: service.url }, `Headcount serves at ${service.url}`)
  const code = await service.services.firstRun.code()
  if (code !== undefined) {
    log.info({}, `Nothing is set up yet. To begin, open ${service.url}/setup?code=${code}`)
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
