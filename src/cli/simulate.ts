// The command `simulate`: runs only the simulated platform, without the service.
import { type Command, Option } from 'commander'
import { rejection } from '../domain/error.js'
import { REALISTIC, type SimulatorHandle, type SimulatorOptions, startSimulator } from '../simulator/simulator.js'
import { CLI, type Cli, examples } from './cli.js'
import { wholeNumber } from './io/read-values.js'

export function addSimulateCommand(program: Command, cli: Cli): void {
  const command = program
    .command('simulate')
    .description('serves a made-up platform until stopped, to try things out without a network')
    .addOption(
      new Option('--port <port>', '0 takes any free one').argParser(wholeNumber(0, 65_535)).makeOptionMandatory(),
    )
    .addOption(new Option('--games <count>', 'how many games it has').argParser(wholeNumber(1, 100_000)).default(12))
    .addOption(
      new Option('--seed <number>', 'another seed, another world').argParser(wholeNumber(0, 2 ** 31 - 1)).default(1),
    )
    .action(async (options: { port: number; games: number; seed: number }) => {
      const simulator = await start({ ...REALISTIC, ...options })
      const stopped = new Promise<void>((resolve) =>
        cli.io.signal.addEventListener('abort', () => resolve(), { once: true }),
      )
      const json = { platform_url: simulator.url, port: simulator.port, games: options.games, seed: options.seed }
      cli.answer(json, welcome(simulator))
      await stopped
      await simulator.close()
    })
  examples(command, 'simulate --port 9000', 'simulate --port 9000 --games 300 --seed 7')
}

async function start(options: SimulatorOptions): Promise<SimulatorHandle> {
  try {
    return await startSimulator(options)
  } catch (error) {
    const { port } = options
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') throw rejection('INVALID_PARAMETERS', { name: 'port in use', facts: { port } })
    if (code === 'EACCES') throw rejection('INVALID_PARAMETERS', { name: 'port denied', facts: { port } })
    throw error
  }
}

const welcome = ({
  url,
  port,
  world,
}: SimulatorHandle): string => `The simulated platform serves at http://127.0.0.1:${port} until Ctrl-C.
Headcount polls it with this line in .env or the environment:

  PLATFORM_URL=${url}

Track one of its games: ${CLI} game add --account <account> --universe ${world.games[0]?.universeId ?? ''}`
