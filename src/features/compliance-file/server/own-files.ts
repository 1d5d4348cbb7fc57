import { createHash } from 'node:crypto'
import { accountName } from '#features/access/rules/account-name.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { roleLabels } from '#features/access/rules/roles.ts'
import type { ZipFile } from '#base/server/files/write-zip.ts'
import type { Block } from '#base/server/pdf/blocks.ts'
import { layOut } from '#base/server/pdf/lay-out.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'

export type Act = Pick<CommandContext, 'context' | 'actor' | 'now'>

/** A file in the manifest. */
export interface ManifestEntry {
  name: string
  bytes: number
  sha256: string
  /** Papers only: `missing`: not in the store; `not-checked` and `infected`: left out because of the virus scanner. */
  state: 'included' | 'missing' | 'not-checked' | 'infected' | 'differs'
}

/**
 * The files that are made for the ZIP, with a manifest of their sums that grows with each.
 *
 * @param within a folder with a slash at its end; empty for none
 */
export function ownFiles(now: Date, within = '') {
  const manifest: ManifestEntry[] = []
  const own = (name: string, content: Buffer): ZipFile => {
    manifest.push({ name, bytes: content.length, sha256: sumOf(content), state: 'included' })
    return { name: within + name, modifiedAt: now, content: [content], compressed: true }
  }
  return {
    manifest,
    own,
    /** The manifest and the sums, after all others. @param about what the file is about */
    sums: function* (this: void, about: object): Generator<ZipFile> {
      const content = json({ ...about, madeAt: now.toISOString(), files: manifest })
      yield own('manifest.json', content)
      // One whose content differs is listed, so that the check finds it.
      const listed = manifest.filter(({ state }) => state === 'included' || state === 'differs')
      const lines = listed.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
      yield { name: `${within}SHA256SUMS.txt`, modifiedAt: now, content: [Buffer.from(lines)] }
    },
  }
}

/** A readable file as a tagged PDF. */
export function makePdf(
  { context, actor, now }: Act,
  {
    title,
    about,
    footer = about,
    blocks,
  }: { title: string; about: string; footer?: string; blocks: Block[] },
): Promise<Buffer> {
  const { firmName, tagline, supportPhone, supportEmail } = context.settings.branding
  const madeBy = `${accountName(actor)}, ${roleLabels[actor.role]}`
  return layOut(actor.userId, {
    head: { firmName, tagline, contact: [supportPhone, supportEmail] },
    title,
    below: `${about}  ·  downloaded by ${madeBy} on ${formatDateTime(now)}`,
    blocks,
    footer: `${firmName}  ·  ${title}  ·  ${footer}`,
    windowTitle: `${title}: ${about}`,
    author: firmName,
    subject: about,
    at: now,
  })
}

export const json = (content: object): Buffer => Buffer.from(`${JSON.stringify(content, null, 2)}\n`)
const sumOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
