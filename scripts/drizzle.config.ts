import { defineConfig } from 'drizzle-kit'

/** For `npm run db:generate`; paths are relative to the project. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/platform/db/*schema.ts',
  out: './src/server/platform/db/migrations',
})
