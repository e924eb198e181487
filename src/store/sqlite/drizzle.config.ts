// Settings of drizzle-kit, which writes migrations/ from schema.ts. Paths are relative to the project root.
// A plain object, because this is all that drizzle-kit needs.
export default {
  dialect: 'sqlite',
  schema: [
    './src/store/sqlite/schema.ts',
    './src/store/sqlite/discord/schema.ts',
    './src/store/sqlite/notifications/schema.ts',
    './src/store/sqlite/series/removed/schema.ts',
  ],
  out: './src/store/sqlite/migrations',
}
