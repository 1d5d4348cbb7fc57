import {
  GetBucketCorsCommand,
  GetBucketVersioningCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  S3ServiceException,
  type CORSRule,
  type S3Client,
} from '@aws-sdk/client-s3'
import { explainS3Error } from './explain-s3-error.ts'
import { newKey } from './object-key.ts'
import type { ObjectStore } from './object-store.ts'

/** Time limit of the whole preparation at start, in milliseconds. */
const PREPARE_MS = 3000
const RULE_ID = 'client-onboarding-uploads'
/** Cache time of a preflight response, in seconds. */
const PREFLIGHT_CACHE_SECONDS = 3600

interface Bucket {
  client: S3Client
  bucket: string
  endpoint: string | undefined
  presignUpload: NonNullable<ObjectStore['presignUpload']>
  /** Origin of the uploading pages. */
  origin: string
}

/**
 * Ensures that pages of this site may upload to the bucket: tests with a preflight request, and if needed adds a CORS
 * rule where the keys permit it. Other rules are kept.
 *
 * @returns messages for the operator; empty if all is well
 */
export async function prepareForBrowsers(given: Bucket): Promise<string[]> {
  const abortSignal = AbortSignal.timeout(PREPARE_MS)
  try {
    return [
      ...(await listObjects(given, abortSignal)),
      ...(await seeToUploads(given, abortSignal)),
      ...(await lookAtVersions(given, abortSignal)),
    ]
  } catch (error) {
    return [explainS3Error(error, given)]
  }
}

/**
 * Runs first: for a missing bucket or a wrong secret a store answers preflight requests as if a CORS rule were missing.
 *
 * @returns what to do if the keys may not list; the other checks run nevertheless
 */
async function listObjects(given: Bucket, abortSignal: AbortSignal): Promise<string[]> {
  try {
    await given.client.send(new ListObjectsV2Command({ Bucket: given.bucket, MaxKeys: 1 }), { abortSignal })
    return []
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'AccessDenied')
      return [explainS3Error(error, given)]
    throw error
  }
}

async function seeToUploads(given: Bucket, abortSignal: AbortSignal): Promise<string[]> {
  if (await mayUpload(given, abortSignal)) return []
  const rule = ruleFor(given.origin)
  try {
    await setRule(given, rule, abortSignal)
    return []
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error
    return [
      `Browsers cannot send files to the bucket ${given.bucket}, and its CORS rule could not be set ` +
        `(${messageOf(error)}). Please add this one: ${JSON.stringify(rule)}`,
    ]
  }
}

function ruleFor(origin: string): CORSRule {
  return {
    ID: RULE_ID,
    AllowedOrigins: [origin],
    AllowedMethods: ['PUT'],
    AllowedHeaders: ['content-type'],
    MaxAgeSeconds: PREFLIGHT_CACHE_SECONDS,
  }
}

/** A CORS preflight request. It needs no permission, and each store answers it in its own way. */
async function mayUpload({ presignUpload, origin }: Bucket, signal: AbortSignal): Promise<boolean> {
  const terms = { contentType: undefined, bytes: undefined, now: new Date(), lifetimeSeconds: 60 }
  const answer = await fetch(await presignUpload(newKey('uploads'), terms), {
    method: 'OPTIONS',
    signal,
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    },
  })
  await answer.body?.cancel()
  const allows = (what: string, wanted: string) => {
    const listed = (answer.headers.get(`access-control-allow-${what}`) ?? '').toLowerCase().split(',')
    const allowed = new Set(listed.map((one) => one.trim()))
    return allowed.has('*') || allowed.has(wanted)
  }
  return (
    answer.ok && allows('origin', origin) && allows('methods', 'put') && allows('headers', 'content-type')
  )
}

/** A bucket's rules are replaced as a whole: other rules are kept unchanged. */
async function setRule({ client, bucket }: Bucket, rule: CORSRule, abortSignal: AbortSignal): Promise<void> {
  const { CORSRules = [] } = await client
    .send(new GetBucketCorsCommand({ Bucket: bucket }), { abortSignal })
    .catch(noneWhereMissing)
  const others = CORSRules.filter(({ ID }) => ID !== RULE_ID)
  const CORSConfiguration = { CORSRules: [...others, rule] }
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration }), { abortSignal })
}

function noneWhereMissing(error: unknown): { CORSRules?: CORSRule[] } {
  if (error instanceof S3ServiceException && error.name === 'NoSuchCORSConfiguration') return {}
  throw error
}

/** Uploads are plaintext in the bucket until registered. With versioning they would stay so. */
async function lookAtVersions({ client, bucket }: Bucket, abortSignal: AbortSignal): Promise<string[]> {
  try {
    const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket: bucket }), { abortSignal })
    if (Status !== 'Enabled') return []
  } catch (error) {
    // The permission may be missing, and not every store supports versioning.
    if (error instanceof S3ServiceException) return []
    throw error
  }
  return [
    `The bucket ${bucket} keeps former versions: files stay readable in it after they were encrypted and removed. ` +
      'Please have former versions below uploads/ expire after a day, or use a bucket without versions.',
  ]
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
