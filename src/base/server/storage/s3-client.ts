import { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '#base/server/config/settings.ts'
import { traceHeaders } from '#base/server/tracing/span.ts'

/** Timeouts of a bucket, in milliseconds. */
export interface Timeouts {
  /** For a connection. */
  connectMs: number
  /** For the next byte, in either direction. */
  silentMs: number
}

/** A user is waiting; both attempts of a call end within ten seconds. */
const TIMEOUTS: Timeouts = { connectMs: 2000, silentMs: 4000 }
const ATTEMPTS = 2

/** Opens a bucket's client. With a custom endpoint the bucket is part of the path. */
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
    // Not all stores support the newer checksums; we store the SHA-256 of each file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  passOnTrace(client)
  return client
}

/** Adds the trace context after signing, so that proxies may change it; presigned addresses do not pass here. */
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
