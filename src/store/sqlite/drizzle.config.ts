// Settings of drizzle-kit, which writes migrations/ from schema.ts. Paths are relative to the project root.
import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  schema: './src/store/sqlite/schema.ts',
  out: './src/store/sqlite/migrations',
})
