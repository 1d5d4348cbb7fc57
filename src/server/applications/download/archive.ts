import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { documentKinds, type DocumentKindName } from '#domain/documents/kinds.ts'
import { isUnreadable } from '#domain/documents/safety.ts'
import { safeFileName } from '#server/documents/file-name.ts'
import type { DocumentRow } from '#server/documents/queries.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { uniqueNames } from './archive-names.ts'

/** A folder for each kind of document (decisions, "Download All Documents"). */
const folders: Readonly<Record<DocumentKindName, string>> = {
  payslip: 'Payslips',
  riskBenefit: documentKinds.riskBenefit.label,
  pensionBenefits: 'Pension benefits statements',
  providentBenefits: 'Provident benefits statements',
  signedFais: documentKinds.signedFais.label,
  staffFais: documentKinds.staffFais.label,
}

/** What the manifest says of one file. */
interface ManifestEntry {
  name: string
  kind: string
  uploadedAs: string
  uploadedAt: string
  bytes: number
  /** As it was when it was registered. */
  sha256: string
  /** `missing`: not in the store any more. `not-checked` and `infected`: kept back because of the virus scanner. */
  state: 'included' | 'missing' | 'not-checked' | 'infected' | 'differs'
}

/** What an archive is made of besides the documents. */
export interface Bundle {
  applicationId: string
  documents: readonly DocumentRow[]
  /** Made after the documents have left, so that nobody waits for it. */
  summary: () => Promise<Buffer>
  /** What else belongs to it, each read when its turn comes. */
  records?: readonly { name: string; content: Readable }[]
  now: Date
}

/**
 * The documents of an application as a ZIP, with its summary and a manifest of SHA-256 sums: written while it is read,
 * one file after the other, so that it takes no more memory however large it is. Files are stored as they are:
 * what is compressed already only costs time. One that is missing in the store is named in the manifest.
 */
export function streamArchive(store: Pick<ObjectStore, 'get'>, bundle: Bundle): Readable {
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream, { objectMode: false })
  const stop = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', stop)
  const left = new AbortController()
  output.once('close', () => left.abort())
  fill(zip, store, bundle, left.signal).catch(stop)
  return output
}

async function fill(
  zip: ZipFile,
  store: Pick<ObjectStore, 'get'>,
  bundle: Bundle,
  left: AbortSignal,
): Promise<void> {
  const { applicationId, documents, summary, records = [], now } = bundle
  const nameIn = uniqueNames()
  const entries: ManifestEntry[] = []
  for (const document of documents) entries.push(await addDocument(zip, store, document, { nameIn, left }))
  const page = await summary()
  const options = { mtime: now, compress: false }
  zip.addBuffer(page, 'Application summary.pdf', options)
  for (const { name, content } of records) zip.addReadStream(content, name, { mtime: now })
  const manifest = {
    applicationId,
    madeAt: now.toISOString(),
    summary: { name: 'Application summary.pdf', bytes: page.length, sha256: sha256(page) },
    documents: entries,
  }
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json', options)
  zip.end()
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

async function addDocument(
  zip: ZipFile,
  store: Pick<ObjectStore, 'get'>,
  document: DocumentRow,
  { nameIn, left }: { nameIn: ReturnType<typeof uniqueNames>; left: AbortSignal },
): Promise<ManifestEntry> {
  const folder = folders[document.kind]
  const name = nameIn(folder, safeFileName(document.name, document.contentType))
  const entry = {
    name,
    kind: folder,
    uploadedAs: document.name,
    uploadedAt: document.uploadedAt.toISOString(),
    bytes: document.bytes,
    sha256: document.sha256,
  }
  if (isUnreadable(document.virusScan)) {
    return { ...entry, state: document.virusScan === 'infected' ? 'infected' : 'not-checked' }
  }
  const object = await store.get(document.objectKey)
  if (object === null) return { ...entry, state: 'missing' }
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  zip.addReadStream(hashed, name, { mtime: document.uploadedAt, compress: false, size: object.bytes })
  // Whoever stops reading lets go of the file as well.
  await pipeline(object.stream, hashed, { signal: left })
  return { ...entry, state: hash.digest('hex') === document.sha256 ? 'included' : 'differs' }
}
