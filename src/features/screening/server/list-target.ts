import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { LIST_FILE_PATH } from '#features/screening/api/lists.ts'
import { proseText } from '#base/rules/input/text.ts'
import { MAX_TEXT_LENGTH } from '#features/approvals/rules/limits.ts'
import { MAX_LIST_BYTES } from '#features/screening/rules/editions.ts'
import { findActor } from '#features/sign-in/server/sessions.ts'
import { createWorkQueue } from '#base/server/concurrency/work-queue.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { limitBytes, tooLarge } from '#base/server/storage/limit-bytes.ts'
import type { Context } from '#base/server/context.ts'
import { bodyOf, discardRest } from '#base/server/http/raw-body.ts'
import { admitCaller } from '#features/access/server/http/route.ts'
import type { SlowRequests } from '#base/server/throttling/slow-request-limit.ts'
import type { ListPath } from './parse/list-path.ts'
import { requireScreening } from './required.ts'

const filesSchema = z
  .array(z.tuple([z.string().min(1).max(200), z.int().min(1).max(MAX_LIST_BYTES)]))
  .min(1)
  .max(10)

function readFiles(text: string): z.infer<typeof filesSchema> | null {
  try {
    return filesSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const querySchema = z.strictObject({
  dated: z.iso.date('Please enter a date').optional(),
  /** Names and sizes of the files of which the body is made, as JSON. */
  files: z
    .string()
    .max(4000)
    .transform((text, context) => readFiles(text) ?? context.addIssue('Please send names and sizes'))
    .optional(),
  shrunkReason: proseText(MAX_TEXT_LENGTH).min(1, 'Please enter a reason').optional(),
})

/** One list at a time on each server: a large one takes seconds, and three times its size of disk. */
const loading = createWorkQueue({ width: 1, maxWaiting: 0, whenFull: isBusy })

function isBusy(): DomainError {
  return new DomainError('throttled', 'Another list is being loaded. Please try again in a moment.', {
    code: 'throttled',
    retryAfterSeconds: 10,
  })
}

/**
 * Registers where system administrators send files of lists, as raw bytes.
 *
 * @param scope a Fastify scope whose bodies are not parsed
 */
export function registerListTarget(
  scope: FastifyInstance,
  context: Context,
  slowRequests: SlowRequests,
): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  scope.addHook('onRequest', async ({ raw: { headers } }) => {
    // Browsers announce all kinds of types for XML and CSV; the content decides.
    headers['content-type'] = 'application/octet-stream'
  })
  scope.post(LIST_FILE_PATH, async (request, reply) => {
    try {
      const admit = () => admitCaller({ context, findActor }, request, 'lists.manage', context.now())
      await admit()
      requireScreening(context.settings)
      const query = querySchema.safeParse(request.query)
      if (!query.success)
        throw new DomainError(
          'invalid',
          'Please enter the date as yyyy-MM-dd, and the reason in fewer words.',
        )
      if (Number(request.headers['content-length'] ?? 0) > MAX_LIST_BYTES) throw tooLarge()
      slowRequests.letTakeItsTime(request)
      const edition = await loading.run(() => receive(context, request, query.data, admit))
      return await reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(edition))
    } catch (error) {
      discardRest(request.raw)
      throw error
    }
  })
}

async function receive(
  context: Context,
  request: FastifyRequest,
  given: z.infer<typeof querySchema>,
  admit: () => ReturnType<typeof admitCaller>,
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'list-'))
  try {
    const received = await receiveFiles(request, given.files ?? [['list', MAX_LIST_BYTES]], folder)
    // The user may have lost the account during a slow upload.
    const actor = await admit()
    const origin = {
      ip: isIP(request.ip) === 0 ? null : request.ip,
      userAgent: request.headers['user-agent'] ?? null,
    }
    const act = { context, actor, origin, now: context.now() }
    // Loaded on first use: lists are rarely sent.
    const { loadList } = await import('./load-list.ts')
    return await loadList(act, { ...received, dated: given.dated, shrunkReason: given.shrunkReason })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the files of a body one after another, each with its sum. The last one may be shorter than it was said to be. */
async function receiveFiles(
  request: FastifyRequest,
  given: readonly (readonly [name: string, size: number])[],
  folder: string,
) {
  const body = limitBytes(bodyOf(request.raw), { maxBytes: MAX_LIST_BYTES })[Symbol.asyncIterator]()
  const files: (ListPath & { sha256: string })[] = []
  let bytes = 0
  let rest: Buffer = Buffer.alloc(0)
  for (const [index, [name, size]] of given.entries()) {
    const file = path.join(folder, `file-${index}`)
    const hash = createHash('sha256')
    const chunks = async function* chunks() {
      for (let left = size; left > 0;) {
        if (rest.length === 0) {
          const next = await body.next()
          if (next.done === true) return
          rest = Buffer.from(next.value)
        }
        const chunk = rest.subarray(0, left)
        rest = rest.subarray(chunk.length)
        left -= chunk.length
        bytes += chunk.length
        hash.update(chunk)
        yield chunk
      }
    }
    await pipeline(Readable.from(chunks()), createWriteStream(file))
    files.push({ path: file, name: path.basename(name), sha256: hash.digest('hex') })
  }
  return { files, bytes }
}
