// A whole service with some roles, on a clock in which a minute takes some seconds. All processes of a test compute the time from
// the same beginning. Environment: that of a service, BEGAN_AT (real ms), FIRST_MINUTE and MINUTE_LASTS_MS.
import pino from 'pino'
import { readConfig } from '../../../src/config.js'
import { MINUTE_MS } from '../../../src/domain/clock.js'
import { operatorErrorText } from '../../../src/messages/error-text.js'
import { startService } from '../../../src/service.js'

const numberOf = (name: string): number => Number(process.env[name])
const passed = (): number => ((Date.now() - numberOf('BEGAN_AT')) / numberOf('MINUTE_LASTS_MS')) * MINUTE_MS
const clock = {
  now: () => Math.floor(numberOf('FIRST_MINUTE') * MINUTE_MS + passed()),
  monotonic: () => Math.floor(passed()),
}

try {
  const service = await startService(readConfig(process.env), pino({ level: 'warn' }), { clock })
  process.stdout.write(`serves at ${service.url}\n`)
  process.once('SIGTERM', () => {
    void service.stop().then(() => process.exit(0))
  })
} catch (error) {
  process.stderr.write(operatorErrorText(error))
  process.exit(1)
}
