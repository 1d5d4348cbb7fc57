import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings } from '#app/server/config/settings.ts'
import { heardLog } from '#test/support/heard-log.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { createTestBucket, keysIn } from '#test/support/s3.ts'
import { appendAnchor } from './anchors.ts'
import { sendAnchors, unsentBytes } from './send-anchors.ts'

test('a bucket has one object for each anchor, from any number of servers', async () => {
  const bucket = await createTestBucket()
  const { accessKeyId, secretAccessKey, endpoint, bucket: name } = bucket.settings
  const url = `s3://${accessKeyId}:${secretAccessKey}@${name}/anchors/?endpoint=${encodeURIComponent(endpoint)}`
  for (const eventIds of [
    [1, 2],
    [2, 3],
  ]) {
    const dataDir = makeFolder('onboarding-anchors-')
    const settings = readSettings({ DATA_DIR: dataDir, AUDIT_ANCHOR_URL: url })
    for (const eventId of eventIds) {
      await appendAnchor(dataDir, { eventId, code: Buffer.alloc(32, eventId) }, new Date())
      await sendAnchors({ settings, log: heardLog().log })
    }
    expect(await unsentBytes(settings)).toBe(0)
    rmSync(dataDir, { recursive: true })
  }
  expect(await keysIn(bucket.settings)).toEqual([
    'anchors/0000000000000001-0101010101010101.json',
    'anchors/0000000000000002-0202020202020202.json',
    'anchors/0000000000000003-0303030303030303.json',
  ])
  await bucket.drop()
})
