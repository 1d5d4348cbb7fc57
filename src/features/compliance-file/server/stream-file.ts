import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { accountName } from '#features/access/rules/account-name.ts'
import { pluralOf } from '#features/applications/rules/documents/kinds.ts'
import { isUnreadable } from '#base/rules/files/safety.ts'
import { tasks } from '#features/due-diligence/rules/tasks.ts'
import { nameOf } from '#features/documents/server/encrypted-name.ts'
import { safeFileName } from '#features/documents/server/file-name.ts'
import { hashed } from '#features/records/server/download/archive.ts'
import { uniqueNames } from '#features/records/server/download/archive-names.ts'
import { writeZip, type ZipFile } from '#base/server/files/write-zip.ts'
import type { ClientFile, FiledPaper, NamedPaper } from './client-file.ts'
import { fileBlocks } from './file-blocks.ts'
import { fileRecord } from './file-record.ts'
import { json, makePdf, ownFiles, type Act, type ManifestEntry } from './own-files.ts'
import { overviewBlocks, overviewRow, periodText, type OverviewRow } from './overview.ts'

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
  const { context } = act
  const nameIn = uniqueNames()
  const papers = file.papers.map((paper) => ({ paper, name: nameOfPaper(act, nameIn, paper) }))
  const named: NamedPaper[] = papers.map(({ paper: { document }, name }) => ({
    name,
    documentId: document.id,
    sha256: document.sha256,
  }))
  const { manifest, own, sums } = ownFiles(act.now, within)
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
  yield* sums({ applicationId: id, reference })
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
    about: `${accountName({ fullName, username })}  ·  ${reference}`,
    footer: `${reference}  ·  ${id}`,
    blocks: fileBlocks(file, named),
  })
}
