import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import type { Settings } from '#base/server/config/settings.ts'
import { openS3Client } from '#base/server/storage/s3-client.ts'
import { anchorIn } from './anchors.ts'

const DIGITS_OF_NUMBERS = 16
const DIGITS_OF_CODE = 16
const ALREADY_THERE = 412
const DEFAULT_REGION = 'us-east-1'

/**
 * One object for each anchor, named by its content, so that servers with the same link write the same object. The
 * bucket's object lock protects objects from deletion.
 */
export async function sendToBucket(lines: readonly string[], address: URL, { s3 }: Settings): Promise<void> {
  const { searchParams, hostname: bucket, pathname } = address
  const client = openS3Client({
    bucket,
    region: searchParams.get('region') ?? s3?.region ?? DEFAULT_REGION,
    endpoint: searchParams.get('endpoint') ?? s3?.endpoint,
    accessKeyId: decodeURIComponent(address.username) || s3?.accessKeyId,
    secretAccessKey: decodeURIComponent(address.password) || s3?.secretAccessKey,
  })
  try {
    for (const line of lines) {
      const Key = `${pathname.slice(1)}${nameOf(line)}`
      const object = {
        Bucket: bucket,
        Key,
        Body: `${line}\n`,
        ContentType: 'application/json',
        IfNoneMatch: '*',
      }
      await client.send(new PutObjectCommand(object)).catch(unlessThere)
    }
  } finally {
    client.destroy()
  }
}

function unlessThere(error: unknown): void {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === ALREADY_THERE) return
  throw error
}

function nameOf(line: string): string {
  const anchor = anchorIn(line)
  const number = String(anchor?.eventId).padStart(DIGITS_OF_NUMBERS, '0')
  return `${number}-${anchor?.code.toString('hex').slice(0, DIGITS_OF_CODE)}.json`
}
