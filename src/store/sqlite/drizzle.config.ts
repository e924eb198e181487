// Settings of drizzle-kit, which writes migrations/ from schema.ts. Paths are relative to the project root. drizzle-kit
// needs no more than a plain object.
export default {
  dialect: 'sqlite',
  schema: [
    './src/store/sqlite/schema.ts',
    './src/store/sqlite/audit/schema.ts',
    './src/store/sqlite/auth/schema.ts',
    './src/store/sqlite/discord/schema.ts',
    './src/store/sqlite/events/schema.ts',
    './src/store/sqlite/hourly/schema.ts',
    './src/store/sqlite/icons/schema.ts',
    './src/store/sqlite/market/schema.ts',
    './src/store/sqlite/marks/schema.ts',
    './src/store/sqlite/notifications/schema.ts',
    './src/store/sqlite/person-alerts/schema.ts',
    './src/store/sqlite/secrets/schema.ts',
    './src/store/sqlite/series/removal/schema.ts',
    './src/store/sqlite/series/tables/schema.ts',
    './src/store/sqlite/sharing/schema.ts',
  ],
  out: './src/store/sqlite/migrations',
}
