import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/server/platform/db/schema.ts',
    './src/server/platform/db/sign-in-schema.ts',
    './src/server/platform/db/review-schema.ts',
    './src/server/platform/db/bulk-schema.ts',
    './src/server/platform/db/held-schema.ts',
    './src/server/platform/db/audit-schema.ts',
    './src/server/platform/db/mail-schema.ts',
    './src/server/platform/db/node-schema.ts',
    './src/server/platform/db/idempotency-schema.ts',
    './src/server/platform/db/signing-schema.ts',
    './src/server/platform/db/correction-schema.ts',
    './src/server/platform/db/note-schema.ts',
    './src/server/platform/db/check-schema.ts',
    './src/server/platform/db/notification-schema.ts',
    './src/server/platform/db/view-schema.ts',
  ],
  out: './src/server/platform/db/migrations',
})
