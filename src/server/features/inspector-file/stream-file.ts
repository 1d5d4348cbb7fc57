import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pluralOf } from '#domain/documents/kinds.ts'
import { isUnreadable } from '#domain/documents/safety.ts'
import { tasks } from '#domain/due-diligence/tasks.ts'
import { formatDateTime } from '#domain/time/dates.ts'
import { roleLabels } from '#domain/users/roles.ts'
import { nameOf } from '#server/features/documents/encrypted-name.ts'
import { safeFileName } from '#server/features/documents/file-name.ts'
import { hashed } from '#server/features/staff-workspace/download/archive.ts'
import { uniqueNames } from '#server/features/staff-workspace/download/archive-names.ts'
import { writeZip, type ZipFile } from '#server/features/staff-workspace/download/write-zip.ts'
import type { Block } from '#server/platform/pdf/blocks.ts'
import { layOut } from '#server/platform/pdf/lay-out.ts'
import type { CommandContext } from '#server/shared/command-context.ts'
import type { ClientFile, FiledPaper, NamedPaper } from './client-file.ts'
import { fileBlocks } from './file-blocks.ts'
import { fileRecord } from './file-record.ts'
import { overviewBlocks, overviewRow, periodText, type OverviewRow } from './overview.ts'

type Act = Pick<CommandContext, 'context' | 'actor' | 'now'>

/** A file in the manifest. */
interface ManifestEntry {
  name: string
  bytes: number
  sha256: string
  /** Papers only: `missing`: not in the store; `not-checked` and `infected`: left out because of the virus scanner. */
  state: 'included' | 'missing' | 'not-checked' | 'infected' | 'differs'
}

/** The inspector's file of one client as a ZIP, streamed in constant memory. */
export function streamFile(act: Act, file: ClientFile): Readable {
  return writeZip(filesOf(act, file))
}

/**
 * The files of several clients in one ZIP, each in its folder and read when its turn comes; the last one is an overview.
 *
 * @param read returns null for one that is missing by then
 */
export function streamFiles(
  act: Act,
  {
    ids,
    read,
    period,
  }: {
    ids: readonly string[]
    read: (id: string) => Promise<ClientFile | null>
    period: { from: string; to: string }
  },
  folderOf: (file: ClientFile) => string,
): Readable {
  async function* files(): AsyncGenerator<ZipFile> {
    const rows: OverviewRow[] = []
    for (const id of ids) {
      const file = await read(id)
      if (file === null) continue
      rows.push(overviewRow(file))
      yield* filesOf(act, file, `${folderOf(file)}/`)
    }
    const content = await makePdf(act, {
      title: 'Inspector’s files',
      about: `Clients onboarded ${periodText(period)}`,
      blocks: overviewBlocks(rows, period),
    })
    yield { name: 'Overview.pdf', modifiedAt: act.now, content: [content], compressed: true }
  }
  return writeZip(files())
}

async function* filesOf(act: Act, file: ClientFile, within = ''): AsyncGenerator<ZipFile> {
  const { context, now } = act
  const nameIn = uniqueNames()
  const papers = file.papers.map((paper) => ({ paper, name: nameOfPaper(act, nameIn, paper) }))
  const named: NamedPaper[] = papers.map(({ paper: { document }, name }) => ({
    name,
    documentId: document.id,
    sha256: document.sha256,
  }))
  const manifest: ManifestEntry[] = []
  const own = (name: string, content: Buffer): ZipFile => {
    manifest.push({ name, bytes: content.length, sha256: sumOf(content), state: 'included' })
    return { name: within + name, modifiedAt: now, content: [content], compressed: true }
  }
  yield own('File.pdf', await makeFilePdf(act, file, named))
  yield own('file.json', json(fileRecord(file, named)))
  yield own('audit-proof.json', json(file.proof))
  for (const { paper, name } of papers) {
    const { document } = paper
    const entry: ManifestEntry = {
      name,
      bytes: document.bytes,
      sha256: document.sha256,
      state: stateOf(paper),
    }
    manifest.push(entry)
    const object = entry.state === 'included' ? await context.store.get(document.objectKey) : null
    if (object === null) {
      if (entry.state === 'included') entry.state = 'missing'
      continue
    }
    const hash = createHash('sha256')
    yield { name: within + name, modifiedAt: document.uploadedAt, content: hashed(object.stream, hash) }
    if (hash.digest('hex') !== document.sha256) entry.state = 'differs'
  }
  const { id, reference } = file.application
  const content = json({ applicationId: id, reference, madeAt: now.toISOString(), files: manifest })
  yield own('manifest.json', content)
  // One whose content differs is listed, so that the check finds it.
  const sums = manifest.filter(({ state }) => state === 'included' || state === 'differs')
  const lines = sums.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
  yield { name: `${within}SHA256SUMS.txt`, modifiedAt: now, content: [Buffer.from(lines)] }
}

function nameOfPaper({ context }: Act, nameIn: ReturnType<typeof uniqueNames>, paper: FiledPaper): string {
  const { document, task } = paper
  const folder = task === null ? pluralOf(document.kind) : tasks[task].label
  return nameIn(folder, safeFileName(nameOf(context.keyring, document), document.contentType))
}

function stateOf({ document: { virusScan } }: FiledPaper): ManifestEntry['state'] {
  if (!isUnreadable(virusScan)) return 'included'
  return virusScan === 'infected' ? 'infected' : 'not-checked'
}

function makeFilePdf(act: Act, file: ClientFile, named: readonly NamedPaper[]): Promise<Buffer> {
  const { id, reference, fullName, username } = file.application
  return makePdf(act, {
    title: 'Inspector’s file',
    about: `${fullName ?? username}  ·  ${reference}`,
    footer: `${reference}  ·  ${id}`,
    blocks: fileBlocks(file, named),
  })
}

function makePdf(
  { context, actor, now }: Act,
  {
    title,
    about,
    footer = about,
    blocks,
  }: { title: string; about: string; footer?: string; blocks: Block[] },
): Promise<Buffer> {
  const { firmName, tagline, supportPhone, supportEmail } = context.settings.branding
  const madeBy = `${actor.fullName ?? actor.username}, ${roleLabels[actor.role]}`
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

const json = (content: object) => Buffer.from(`${JSON.stringify(content, null, 2)}\n`)
const sumOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
