import { z } from 'zod'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { readCursor, writeCursor, type CursorShape } from '#base/server/lists/cursor.ts'
import { mailFileNames, readMailFile, type MailFile } from './mail-files.ts'

type ListQuery = ParsedInput<'GET /api/admin/outbox'>['query']

const MAX_NAME_LENGTH = 255

/** A cursor of the outbox is a file name, which starts with the time of writing. */
const latestFirst: CursorShape = {
  list: 'the outbox',
  order: 'written',
  direction: 'desc',
  key: [],
  id: z.string().max(MAX_NAME_LENGTH),
}

/**
 * Lists the mails in a folder, newest first, by page.
 *
 * @throws DomainError invalid for an invalid cursor
 */
export async function listMails(
  folder: string,
  { limit, cursor }: ListQuery,
): Promise<{ mails: MailFile[]; total: number; nextCursor: string | null }> {
  const names = await mailFileNames(folder)
  const after = cursor === undefined ? null : readCursor(latestFirst, cursor).id
  const following = after === null ? names : names.filter((name) => name < after)
  const shown = following.slice(0, limit)
  const last = following.length > limit ? shown.at(-1) : undefined
  return {
    mails: await Promise.all(shown.map((name) => readMailFile(folder, name))),
    total: names.length,
    nextCursor: last === undefined ? null : writeCursor(latestFirst, { key: [], id: last }),
  }
}
