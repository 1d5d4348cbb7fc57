import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/server/db/schema.ts',
    './src/server/db/sign-in-schema.ts',
    './src/server/db/review-schema.ts',
    './src/server/db/bulk-schema.ts',
    './src/server/db/held-schema.ts',
    './src/server/db/audit-schema.ts',
    './src/server/db/mail-schema.ts',
    './src/server/db/node-schema.ts',
    './src/server/db/idempotency-schema.ts',
    './src/server/db/signing-schema.ts',
    './src/server/db/correction-schema.ts',
    './src/server/db/note-schema.ts',
    './src/server/db/check-schema.ts',
    './src/server/db/notification-schema.ts',
    './src/server/db/view-schema.ts',
  ],
  out: './src/server/db/migrations',
})
