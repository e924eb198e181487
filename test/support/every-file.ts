// Runs before each test file: registers the hook that closes what helpers opened.
import { afterEach } from 'vitest'
import { endTest } from './test-run.js'

afterEach(endTest)
