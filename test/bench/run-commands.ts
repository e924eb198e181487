// npx tsc && node --expose-gc --import tsx test/bench/run-commands.ts [--quick]: the commands alone.
import { benchCommands } from './commands.js'

for (const { what, result } of await benchCommands({ quick: process.argv.includes('--quick') }))
  process.stdout.write(`${what.padEnd(24)} ${result}\n`)
