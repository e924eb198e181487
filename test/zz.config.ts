import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { root: '/tmp/charts', include: ['test/**/*.test.ts'], testTimeout: 60000, hookTimeout: 60000, maxWorkers: 2 } })
