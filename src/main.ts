// The entry point of npm start: the service on the operator's database and the real platform.
import type { Log } from './domain/ports/events.js'
import { configOrExit, run } from './run.js'
import type { Service } from './service.js'

const config = configOrExit()

await run(config, async (service: Service, log: Log) => {
  log.info({ url: service.url }, `Headcount serves at ${service.url}`)
  if (config.DISCORD_TOKEN === undefined) {
    log.info(
      {},
      'The Discord bot is off. To turn it on, set DISCORD_TOKEN (in .env or the environment) and start again.',
    )
  }
  const tracked = await service.store.universes.tracked()
  if (tracked.length === 0) {
    const account = (await service.store.accounts.list())[0]
    const create = account ? '' : 'npm run -s cli -- account create --name "My studio" --plan enterprise, then '
    log.info(
      {},
      `No game is tracked yet. Type: ${create}npm run -s cli -- game add --account ${account?.id ?? 1} --url <address of the game>`,
    )
  }
})
