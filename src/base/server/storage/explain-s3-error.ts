import { reasonOf } from '#base/server/logging/describe-error.ts'

/** The bucket, for the message. */
interface BucketName {
  bucket: string
  /** Undefined: Amazon's. */
  endpoint: string | undefined
}

const byName: Readonly<Record<string, (bucket: string) => string>> = {
  NoSuchBucket: (bucket) => `The bucket ${bucket} does not exist. Create it, or correct S3_BUCKET.`,
  InvalidAccessKeyId: () => 'The store does not know this access key. Correct AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: () =>
    'The secret does not belong to the access key. Correct AWS_SECRET_ACCESS_KEY (and AWS_REGION).',
  AccessDenied: (bucket) =>
    `The access key may not use the bucket ${bucket}. Allow it s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject.`,
  RequestTimeTooSkewed: () => 'The clock of this machine is wrong. Set it by NTP.',
  PermanentRedirect: (bucket) =>
    `The bucket ${bucket} is in another region. Correct AWS_REGION or S3_ENDPOINT.`,
  AuthorizationHeaderMalformed: (bucket) => `The bucket ${bucket} is in another region. Correct AWS_REGION.`,
  CredentialsProviderError: () => 'There is no access key. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
}

/** Why a bucket cannot be used, and what to do. */
export function explainS3Error(error: unknown, { bucket, endpoint }: BucketName): string {
  const name = error instanceof Error ? error.name : ''
  const known = byName[name]?.(bucket)
  if (known !== undefined) return known
  const where = endpoint ?? 'Amazon S3'
  return name === 'TimeoutError' || name === 'AbortError'
    ? `The bucket ${bucket} at ${where} did not answer in time. Check S3_ENDPOINT, the network and the store.`
    : `The bucket ${bucket} at ${where} cannot be used: ${reasonOf(error) || name}. Check S3_ENDPOINT, the network and the store.`
}
