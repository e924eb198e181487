// Before each test file.
import { afterEach } from 'vitest'
import { endTest } from './after-each-test.js'

afterEach(endTest)
