// Settings of drizzle-kit, which writes migrations/ from schema.ts. Paths are relative to the project root. drizzle-kit
// needs no more than a plain object.
export default {
  dialect: 'postgresql',
  schema: [
    './src/store/postgres/schema.ts',
    './src/store/postgres/audit/schema.ts',
    './src/store/postgres/auth/schema.ts',
    './src/store/postgres/discord/schema.ts',
    './src/store/postgres/events/schema.ts',
    './src/store/postgres/hourly/schema.ts',
    './src/store/postgres/icons/schema.ts',
    './src/store/postgres/leases/schema.ts',
    './src/store/postgres/market/schema.ts',
    './src/store/postgres/marks/schema.ts',
    './src/store/postgres/notifications/schema.ts',
    './src/store/postgres/person-alerts/schema.ts',
    './src/store/postgres/secrets/schema.ts',
    './src/store/postgres/series/schema.ts',
    './src/store/postgres/sharing/schema.ts',
  ],
  out: './src/store/postgres/migrations',
}
