// Runs before each test file: chooses the random examples, and registers the hook that closes what helpers opened.
import fc from 'fast-check'
import { afterEach } from 'vitest'
import { endTest, isLongRun } from './test-run.js'

/** `npm test` says the same of the same code each time it runs. New examples are for `npm run test:long`. */
const SHORT_RUN_SEED = 20_261_123
if (!isLongRun) fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? SHORT_RUN_SEED) })
afterEach(endTest)
