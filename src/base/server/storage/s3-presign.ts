import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { UploadTerms } from './object-store.ts'

/** Signs the exact type and length: the store rejects requests that differ. */
export async function presignPut(
  client: S3Client,
  target: { Bucket: string; Key: string },
  { contentType, bytes, now, lifetimeSeconds }: UploadTerms,
): Promise<string> {
  const command = new PutObjectCommand({ ...target, ContentType: contentType, ContentLength: bytes })
  const signed = [
    ...(contentType === undefined ? [] : ['content-type']),
    ...(bytes === undefined ? [] : ['content-length']),
  ]
  return getSignedUrl(client, command, {
    signingDate: now,
    expiresIn: lifetimeSeconds,
    signableHeaders: new Set(['host', ...signed]),
  })
}
