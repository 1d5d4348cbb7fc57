import { readdirSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createLogger } from '#base/server/logging/logger.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'

test('production without DATABASE_URL opens no empty site', async () => {
  const dataDir = makeFolder('onboarding-production-')
  const started = startEmbeddedDatabase({ production: true, dataDir }, createLogger({ level: 'silent' }))
  await expect(started).rejects.toThrow(/^DATABASE_URL: set the address of the database/u)
  expect(readdirSync(dataDir)).toEqual([])
  rmSync(dataDir, { recursive: true })
})
