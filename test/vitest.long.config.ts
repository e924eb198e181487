// The same tests with hundreds of rounds where `npm test` makes do with a few: `npm run test:long`.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.js'

export default mergeConfig(base, defineConfig({ test: { env: { CRASH_ROUNDS: '300', FUZZ_REQUESTS: '50000' } } }))
