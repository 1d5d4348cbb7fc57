import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Email } from 'postal-mime'
import { isFileMissing } from '#base/server/storage/missing-file.ts'

/** File name of `createFileTransport`: time of writing, and Message-ID. */
const NAME = /^(?<moment>\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z) (?<id>[\da-f-]{36})@[\w.-]+\.eml$/u

/** A mail as parsed from its file. */
export interface MailFile {
  /** Sorts by time. */
  name: string
  id: string
  content: Email
}

/** File names of the mails in a folder, newest first; none if no mail was written yet. */
export async function mailFileNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isFileMissing(error)) return []
    throw error
  })
  return names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
}

/**
 * Reads a mail.
 *
 * @param name one of `mailFileNames`
 */
export async function readMailFile(folder: string, name: string): Promise<MailFile> {
  const { default: PostalMime } = await import('postal-mime')
  const content = await PostalMime.parse(await readFile(path.join(folder, name)))
  return { name, id: idIn(name), content }
}

/** The id in a mail's file name. */
export function idIn(name: string): string {
  return NAME.exec(name)?.groups?.['id'] ?? ''
}
