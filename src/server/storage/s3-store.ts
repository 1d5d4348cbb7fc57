import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Settings } from '#server/config/settings.ts'
import { Refusal } from '#server/refusal.ts'
import { limitBytes } from './limit-bytes.ts'
import { requireKey } from './object-key.ts'
import type { ObjectStore, StoredObject, UploadTerms } from './object-store.ts'

/** What a store says where an object is not there. */
const MISSING = new Set([404])
/** What a store says where it is full, too busy or away. */
const UNABLE = new Set([500, 502, 503, 507])

/** Objects in a bucket of any S3-compatible store; with an endpoint of its own the bucket is part of the path. */
export function createS3Store(settings: S3Settings): ObjectStore {
  const { bucket } = settings
  const client = openClient(settings)
  const at = (key: string) => {
    requireKey(key)
    return { Bucket: bucket, Key: key }
  }
  return {
    kind: 's3',
    uploadOrigin: uploadOriginOf(settings),
    presignUpload: (key, terms) => presign(client, at(key), terms),
    put: async (key, content, { maxBytes, contentType }) => {
      const body = await readWhole(content, maxBytes)
      const command = new PutObjectCommand({
        ...at(key),
        Body: body,
        ContentLength: body.length,
        ContentType: contentType,
      })
      await client.send(command).catch(throwInPlainWords)
      return body.length
    },
    get: (key) => openObject(client, at(key)),
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    // What breaks off on its way into a bucket was never an object there.
    clearUnfinished: () => Promise.resolve(),
    check: async () => {
      await client.send(new HeadBucketCommand({ Bucket: bucket }))
    },
  }
}

function openClient({ region, endpoint, accessKeyId, secretAccessKey }: S3Settings): S3Client {
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    // Stores other than Amazon's do not all know the newer checksums; the SHA-256 of each file is kept by us.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

function uploadOriginOf({ bucket, region, endpoint }: S3Settings): string {
  return endpoint === undefined ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).origin
}

/** Signs exactly the type and length: a request that differs in either fails the signature's check in the store. */
async function presign(
  client: S3Client,
  target: { Bucket: string; Key: string },
  { contentType, bytes, lifetimeSeconds }: UploadTerms,
): Promise<string> {
  const command = new PutObjectCommand({ ...target, ContentType: contentType, ContentLength: bytes })
  const signed = [
    ...(contentType === undefined ? [] : ['content-type']),
    ...(bytes === undefined ? [] : ['content-length']),
  ]
  return getSignedUrl(client, command, {
    expiresIn: lifetimeSeconds,
    signableHeaders: new Set(['host', ...signed]),
  })
}

/** A single PUT needs to know its length, and files have at most ten megabytes. */
async function readWhole(content: Readable, maxBytes: number): Promise<Buffer> {
  const limited = limitBytes({ maxBytes })
  const [bytes] = await Promise.all([buffer(limited), pipeline(content, limited)])
  return bytes
}

async function openObject(
  client: S3Client,
  target: { Bucket: string; Key: string },
): Promise<StoredObject | null> {
  const found = await client.send(new GetObjectCommand(target)).catch(nullWhereMissing)
  if (found === null) return null
  if (!(found.Body instanceof Readable)) throw new Error('The object store answered without a body.')
  return { bytes: found.ContentLength ?? 0, stream: found.Body }
}

function statusOf(error: unknown): number {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0
}

function nullWhereMissing(error: unknown): null {
  if (MISSING.has(statusOf(error))) return null
  throw error
}

function throwInPlainWords(error: unknown): never {
  if (!UNABLE.has(statusOf(error))) throw error
  throw new Refusal(
    'unavailable',
    'Files cannot be stored just now. Your file was not kept. Please try again later.',
  )
}
