import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MAX_LIST_BYTES } from '#features/screening/rules/editions.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { limitBytes } from '#base/server/storage/limit-bytes.ts'
import type { Context } from '#base/server/context.ts'
import { importListFiles } from './list-files.ts'

/** The whole download, with its content. */
const WITHIN_MS = 120_000

/**
 * Downloads the United Nations' list from `LISTS_FETCH_URL`, and imports it as a file of `LISTS_DIR`: the same checks, and
 * one that loses something waits for two people. A job once a day; a failure is logged, and the list in use stays.
 *
 * @returns whether there is a list that was not known
 */
export async function fetchUnList(context: Context): Promise<boolean> {
  const { on, listsFetchUrl } = context.settings.dueDiligence
  if (!on || listsFetchUrl === null) return false
  const folder = await mkdtemp(path.join(tmpdir(), 'fetched-list-'))
  try {
    const file = path.join(folder, 'un.xml')
    await download(listsFetchUrl, file)
    return (await importListFiles(context, [file], 'UN')) !== 'unchanged'
  } catch (error) {
    const why = error instanceof DomainError ? error.message : 'it could not be downloaded'
    context.log.error({ err: error, host: listsFetchUrl.host }, `the United Nations list was refused: ${why}`)
    return false
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function download(url: URL, file: string): Promise<void> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(WITHIN_MS) })
  if (!response.ok || response.body === null) throw new Error(`It answers ${response.status}.`)
  const chunks = limitBytes(buffersOf(response.body), { maxBytes: MAX_LIST_BYTES })
  await pipeline(Readable.from(chunks), createWriteStream(file))
}

async function* buffersOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of body) yield Buffer.from(chunk)
}
