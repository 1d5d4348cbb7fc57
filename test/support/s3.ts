import { randomBytes } from 'node:crypto'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '#base/server/config/settings.ts'
import { openS3Client } from '#base/server/storage/s3-client.ts'
import { requireS3Endpoint } from './s3-endpoint.ts'

/** A bucket of one test. */
export interface TestBucket {
  settings: { [Name in keyof S3Settings]-?: string }
  drop: () => Promise<void>
}

/** Creates an empty bucket on the run's S3 server. */
export async function createTestBucket(): Promise<TestBucket> {
  const settings = {
    bucket: `onboarding-${randomBytes(6).toString('hex')}`,
    region: 'us-east-1',
    endpoint: requireS3Endpoint(),
    accessKeyId: 'testkey',
    secretAccessKey: 'testsecret',
  }
  await withClient(settings, (client) => client.send(new CreateBucketCommand({ Bucket: settings.bucket })))
  return { settings, drop: () => dropBucket(settings) }
}

/** Keys of all objects in a bucket. */
export async function keysIn(settings: S3Settings): Promise<string[]> {
  return withClient(settings, async (client) => {
    const keys: string[] = []
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: settings.bucket })) {
      keys.push(...Contents.map(({ Key = '' }) => Key))
    }
    return keys
  })
}

/** Access to a bucket with its owner's keys. */
export async function withClient<Result>(
  settings: S3Settings,
  work: (client: S3Client) => Promise<Result>,
): Promise<Result> {
  const client = openS3Client(settings)
  try {
    return await work(client)
  } finally {
    client.destroy()
  }
}

async function dropBucket(settings: S3Settings): Promise<void> {
  const { bucket: Bucket } = settings
  const keys = await keysIn(settings)
  await withClient(settings, async (client) => {
    for (const Key of keys) await client.send(new DeleteObjectCommand({ Bucket, Key }))
    await client.send(new DeleteBucketCommand({ Bucket }))
  })
}
