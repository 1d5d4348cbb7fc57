import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect } from '@playwright/test'
import type { Product } from './product.ts'

/** Mails sent to a user so far; the server stores them as files. */
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

/** The path of a link to a page that was mailed to an address. */
export async function linkTo(product: Product, recipient: string, page: string): Promise<string> {
  const link = async () => {
    const texts = (await mailsInOutbox(product, recipient)).map(({ text }) => text).join('\n')
    return new RegExp(`/${page}#\\S+`, 'u').exec(texts)?.[0]
  }
  await expect.poll(link).toBeDefined()
  return (await link()) ?? ''
}
