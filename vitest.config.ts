import { defineConfig } from 'vitest/config'

const SERVER_TESTS = ['src/server/**/*.test.ts', 'test/support/**/*.test.ts']

export default defineConfig({
  test: {
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['src/{domain,client}/**/*.test.{ts,tsx}', 'test/scripts/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: SERVER_TESTS,
          globalSetup: './test/support/postgres.setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
