import { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '#server/platform/config/settings.ts'
import { traceHeaders } from '#server/platform/tracing/span.ts'

/** How long a bucket may keep its callers waiting, in milliseconds. */
export interface Timeouts {
  /** For a connection. */
  connectMs: number
  /** For the next byte, in either direction. */
  silentMs: number
}

/** Somebody looks at a spinner meanwhile; each call is tried twice, and both together are over within ten seconds. */
const TIMEOUTS: Timeouts = { connectMs: 2000, silentMs: 4000 }
const ATTEMPTS = 2

/** Opens the way to a bucket. With an endpoint of its own the bucket is part of the path. */
export function openS3Client(
  { region, endpoint, accessKeyId, secretAccessKey }: S3Settings,
  { connectMs, silentMs }: Timeouts = TIMEOUTS,
): S3Client {
  const client = new S3Client({
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
  passOnTrace(client)
  return client
}

/**
 * Tells the store where a call belongs. After the call is signed, so that whoever stands in between may put another place there; an
 * address that is signed for a browser never comes so far.
 */
function passOnTrace({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next) => (call) => {
      const { request } = call
      const isRequest = typeof request === 'object' && request !== null && 'headers' in request
      if (isRequest) Object.assign(request.headers ?? {}, traceHeaders())
      return next(call)
    },
    { name: 'passOnTrace', step: 'finalizeRequest', priority: 'low' },
  )
}
