import { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '#server/config/settings.ts'

/** How long a bucket may keep its callers waiting, in milliseconds. */
export interface Patience {
  /** For a connection. */
  connectMs: number
  /** For the next byte, in either direction. */
  silentMs: number
}

/** Somebody looks at a spinner meanwhile; each call is tried twice, and both together are over within ten seconds. */
const PATIENCE: Patience = { connectMs: 2000, silentMs: 4000 }
const ATTEMPTS = 2

/** Opens the way to a bucket. With an endpoint of its own the bucket is part of the path. */
export function openS3Client(
  { region, endpoint, accessKeyId, secretAccessKey }: S3Settings,
  { connectMs, silentMs }: Patience = PATIENCE,
): S3Client {
  return new S3Client({
    region,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    // Stores other than Amazon's do not all know the newer checksums; the SHA-256 of each file is kept by us.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}
