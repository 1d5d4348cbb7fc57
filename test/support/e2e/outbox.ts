import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import type { Product } from './product.ts'

/** The mails to somebody that have left the server so far, which keeps them as files. */
export async function mailsInOutbox({ context }: Product, recipient: string): Promise<Email[]> {
  const folder = path.join(context.settings.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))),
  )
  return mails.filter((mail) => mail.to?.some((to) => to.address === recipient))
}
