import { defineConfig } from 'drizzle-kit'

/** For `npm run db:generate`; paths are relative to the project. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/base/server/db/*schema.ts', './src/features/*/schema.ts', './src/features/*/schema/*.ts'],
  out: './src/base/server/db/migrations',
})
