import { expect, test } from 'vitest'
import { newKey } from './object-key.ts'
import { createS3Store } from './s3-store.ts'

const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }

test.each([
  ['files', 'us-east-1', undefined, 'https://files.s3.us-east-1.amazonaws.com'],
  ['files', 'af-south-1', undefined, 'https://files.s3.af-south-1.amazonaws.com'],
  ['files', 'cn-north-1', undefined, 'https://files.s3.cn-north-1.amazonaws.com.cn'],
  ['files.firm.example', 'af-south-1', undefined, 'https://s3.af-south-1.amazonaws.com'],
  ['files', 'us-east-1', 'http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
])(
  'addresses of %s in %s, with the endpoint %s, are where the content policy allows them',
  async (...given) => {
    const [bucket, region, endpoint, origin] = given
    const store = createS3Store({ bucket, region, endpoint, ...keys })
    const now = new Date('2026-11-20T08:00:00Z')
    const terms = { contentType: 'image/png', bytes: 5, now, lifetimeSeconds: 900 }
    const address = new URL((await store.presignUpload?.(newKey('uploads'), terms)) ?? '')
    expect(store.uploadOrigin).toBe(origin)
    expect(address.origin).toBe(origin)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      'X-Amz-SignedHeaders': 'content-length;content-type;host',
      'X-Amz-Date': '20261120T080000Z',
      'X-Amz-Expires': '900',
    })
  },
)
