import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3'
import { createCircuit, type Circuit } from '#base/server/concurrency/circuit.ts'
import type { S3Settings } from '#base/server/config/settings.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { limitBytes } from './limit-bytes.ts'
import { AREAS, requireKey, type Area } from './object-key.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'
import { openS3Client, type Timeouts } from './s3-client.ts'
import { presignPut } from './s3-presign.ts'
import { prepareForBrowsers } from './s3-prepare.ts'

/** Timeout of `check`, whose callers want a quick answer. */
const CHECK_MS = 3000
/** Retry hint for a failing bucket. */
const RETRY_AFTER_SECONDS = 10
/** The first few calls wait for an unreachable bucket; then none does until the next trial (docs/decisions/0043). */
const CIRCUIT = { opensAfter: 5, restsMs: 1000 * RETRY_AFTER_SECONDS }

/** Objects in a bucket of any S3-compatible store; with a custom endpoint the bucket is part of the path. */
export function createS3Store(settings: S3Settings, timeouts?: Timeouts): ObjectStore {
  const { bucket } = settings
  const client = openS3Client(settings, timeouts)
  const circuit = createCircuit(CIRCUIT)
  const at = (key: string) => {
    requireKey(key)
    return { Bucket: bucket, Key: key }
  }
  const presignUpload: ObjectStore['presignUpload'] = (key, terms) => presignPut(client, at(key), terms)
  return {
    kind: 's3',
    uploadOrigin: uploadOriginOf(client, settings),
    presignUpload,
    prepare: (origin) =>
      prepareForBrowsers({ client, bucket, endpoint: settings.endpoint, presignUpload, origin }),
    put: async (key, content, { maxBytes, contentType }) => {
      const body = await readWhole(content, maxBytes)
      const command = new PutObjectCommand({
        ...at(key),
        Body: body,
        ContentLength: body.length,
        ContentType: contentType,
      })
      await circuit.run(() => client.send(command).catch(throwCannotStore), cannotStoreFor)
      return body.length
    },
    get: (key) => {
      const target = at(key)
      return circuit.run(() => openObject(client, target, circuit), cannotReadFor)
    },
    remove: async (key) => {
      const command = new DeleteObjectCommand(at(key))
      await circuit.run(() => client.send(command), cannotReadFor)
    },
    isEmpty: async () => {
      const found = await Promise.all(AREAS.map((area) => client.send(firstIn(bucket, area))))
      return found.every(({ KeyCount = 0 }) => KeyCount === 0)
    },
    // Interrupted uploads to a bucket create no object.
    clearUnfinished: () => Promise.resolve(),
    check: async () => {
      const abortSignal = AbortSignal.timeout(CHECK_MS)
      await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal })
    },
  }
}

function firstIn(bucket: string, area: Area): ListObjectsV2Command {
  return new ListObjectsV2Command({ Bucket: bucket, Prefix: `${area}/`, MaxKeys: 1 })
}

/** Origin of signed addresses, derived like these. */
function uploadOriginOf({ config }: S3Client, { bucket, region, endpoint }: S3Settings): string {
  if (endpoint !== undefined) return new URL(endpoint).origin
  return config.endpointProvider({ Bucket: bucket, Region: region }).url.origin
}

/** A single PUT needs the length, and files have at most ten megabytes. */
async function readWhole(content: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  return buffer(limitBytes(content, { maxBytes }))
}

async function openObject(
  client: S3Client,
  target: { Bucket: string; Key: string },
  circuit: Circuit,
): Promise<StoredObject | null> {
  const found = await client.send(new GetObjectCommand(target)).catch(nullWhereMissing)
  if (found === null) return null
  if (!(found.Body instanceof Readable)) throw new Error('The object store answered without a body.')
  return { bytes: found.ContentLength ?? 0, stream: withDomainErrors(found.Body, circuit) }
}

/** Converts errors while reading to the same messages as for an unreachable bucket. */
function withDomainErrors(body: Readable, circuit: Circuit): Readable {
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      yield* body
    } catch (error) {
      circuit.noteFailure()
      throw cannotRead(error)
    }
  }
  const stream = Readable.from(chunks(), { objectMode: false })
  // Stopping early releases the connection.
  stream.once('close', () => body.destroy())
  return stream
}

/** A missing bucket is not a missing object. */
function nullWhereMissing(error: unknown): null {
  const isMissing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
  if (isMissing && error.name !== 'NoSuchBucket') return null
  throw cannotRead(error)
}

const CANNOT_READ = 'We can’t open files right now. Please try again in a moment.'
const CANNOT_STORE = 'We can’t store files right now. Your file was not saved. Please try again in a moment.'

function cannotRead(cause: unknown): DomainError {
  return new DomainError('unavailable', CANNOT_READ, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
}

function throwCannotStore(cause: unknown): never {
  throw new DomainError('unavailable', CANNOT_STORE, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
}

/** While the circuit is open: the log has the cause already. */
function cannotReadFor(retryAfterSeconds: number): DomainError {
  return new DomainError('unavailable', CANNOT_READ, { retryAfterSeconds })
}

function cannotStoreFor(retryAfterSeconds: number): DomainError {
  return new DomainError('unavailable', CANNOT_STORE, { retryAfterSeconds })
}
