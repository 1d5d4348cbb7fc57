import { expect, test } from 'vitest'
import { createTestBucket, keysIn } from '#test/support/s3.ts'
import { startTestServer } from '#test/support/server.ts'
import { IDENTITY_KEY } from './object-key.ts'
import { requireSameStore } from './require-same-store.ts'
import { createS3Store } from './s3-store.ts'

test('one bucket serves all servers of a site, and another one is refused', async () => {
  const server = await startTestServer()
  const { settings, database, log, now } = server.context
  const [shared, other] = [await createTestBucket(), await createTestBucket()]
  const start = (s3: typeof shared.settings) =>
    requireSameStore({ settings: { ...settings, s3 }, database, rawStore: createS3Store(s3) }, log, now())
  await start(shared.settings)
  await start(shared.settings)
  expect([await keysIn(shared.settings), await createS3Store(shared.settings).isEmpty()]).toEqual([
    [IDENTITY_KEY],
    true,
  ])
  await expect(start(other.settings)).rejects.toThrow(
    `S3_BUCKET: the bucket ${other.settings.bucket} does not`,
  )
  expect(await keysIn(other.settings)).toEqual([])
  await server.close()
  for (const bucket of [shared, other]) await bucket.drop()
})
