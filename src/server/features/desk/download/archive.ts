import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pluralOf } from '#domain/documents/kinds.ts'
import { isUnreadable } from '#domain/documents/safety.ts'
import { IDENTIFIED_BY } from '#domain/signing/signables.ts'
import type { Context } from '#server/shared/context.ts'
import { sha256Of } from '#server/features/documents/attach.ts'
import { safeFileName } from '#server/features/documents/file-name.ts'
import type { DocumentRow } from '#server/features/documents/queries.ts'
import type { SignatureRow } from '#server/features/signing/queries.ts'
import { nameOf } from '#server/features/documents/encrypted-name.ts'
import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { uniqueNames } from './archive-names.ts'
import { writeZip, type ZipFile } from './write-zip.ts'

const SUMMARY = 'Application summary.pdf'

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
  /** How it was signed on the screen, where it was. */
  signedOnScreen?: SignedOnScreen
  /** Another document took its place in a round of corrections. */
  replaced?: true
  state: 'included' | 'missing' | 'not-checked' | 'infected' | 'differs'
}

/** What opens the documents and their names. */
export type ArchiveContext = Pick<Context, 'store' | 'keyring'>

/** Which version of the firm's letter was signed, and how the sealed file begins with it. */
interface SignedOnScreen {
  letterVersion: number
  letterSha256: string
  /** The sealed file begins with so many bytes of the letter: `head -c letterBytes | sha256sum`. */
  letterBytes: number
  signedAt: string
  level: string
  identifiedBy: string
}

/** What an archive holds of an application besides its documents. */
export interface Bundle {
  applicationId: string
  documents: readonly DocumentRow[]
  /** By the document's id: those that were signed on the screen. */
  signatures: ReadonlyMap<string, SignatureRow>
  /** Made after the documents have left, so that nobody waits for it. */
  summary: () => Promise<Buffer>
  /** What else belongs to it, each read when its turn comes. */
  records?: readonly { name: string; content: Readable }[]
  now: Date
}

/**
 * The documents of an application as a ZIP, with its summary and a manifest of SHA-256 sums: written while it is read,
 * one file after the other, so that it takes no more memory however large it is. Files are stored as they are:
 * what is compressed already only costs time. One that is missing in the store is named in the manifest. Whoever stops
 * reading lets go of the file that is being read as well.
 */
export function streamArchive(context: ArchiveContext, bundle: Bundle): Readable {
  return writeZip(filesOf(context, bundle))
}

/** An application among others in one archive: its files lie in a folder. */
interface Foldered {
  folder: string
  bundle: Bundle
}

/**
 * The same of several applications, each in a folder of its own, and a manifest of them all at the end. Each is opened when the one
 * before has left: it takes no more memory however many there are.
 *
 * @param open null for one that is not there, or no more
 */
export function streamArchives(
  context: ArchiveContext,
  { ids, open, now }: { ids: readonly string[]; open: (id: string) => Promise<Foldered | null>; now: Date },
): Readable {
  async function* files(): AsyncGenerator<ZipFile> {
    const applications = []
    const notFound = []
    for (const id of ids) {
      const opened = await open(id)
      if (opened === null) {
        notFound.push(id)
        continue
      }
      const { folder, bundle } = opened
      const entries = yield* filesOf(context, bundle, `${folder}/`)
      const incomplete = entries.filter(({ state }) => state !== 'included')
      applications.push({
        applicationId: id,
        folder,
        documents: entries.length,
        incomplete: incomplete.map(({ name, state }) => ({ name, state })),
      })
    }
    yield manifestFile('manifest.json', { madeAt: now.toISOString(), applications, notFound }, now)
  }
  return writeZip(files())
}

function manifestFile(name: string, manifest: unknown, modifiedAt: Date): ZipFile {
  return { name, modifiedAt, content: [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)] }
}

/**
 * What an archive holds: a file's sum is known, and the next one opened, when it has been read.
 *
 * @param within the folder that all of it lies in, with a slash at its end; the manifest in there names files without it
 * @returns what became of each document
 */
async function* filesOf(
  { store, keyring }: ArchiveContext,
  { applicationId, documents, signatures, summary, records = [], now }: Bundle,
  within = '',
): AsyncGenerator<ZipFile, readonly ManifestEntry[]> {
  const nameIn = uniqueNames()
  const entries: ManifestEntry[] = []
  for (const document of documents) {
    const entry = {
      ...manifestEntry(keyring, document, nameIn),
      ...signedOnScreen(signatures.get(document.id)),
    }
    entries.push(entry)
    const object = entry.state === 'included' ? await store.get(document.objectKey) : null
    if (object === null) {
      if (entry.state === 'included') entry.state = 'missing'
      continue
    }
    const hash = createHash('sha256')
    yield { name: within + entry.name, modifiedAt: document.uploadedAt, content: hashed(object.stream, hash) }
    if (hash.digest('hex') !== document.sha256) entry.state = 'differs'
  }
  const page = await summary()
  yield { name: within + SUMMARY, modifiedAt: now, content: [page] }
  for (const { name, content } of records) yield { name: within + name, modifiedAt: now, content }
  const manifest = {
    applicationId,
    madeAt: now.toISOString(),
    summary: { name: SUMMARY, bytes: page.length, sha256: sha256Of(page) },
    documents: entries,
  }
  yield manifestFile(`${within}manifest.json`, manifest, now)
  return entries
}

async function* hashed(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

/** A document, as what it will be unless its object turns out otherwise. */
function manifestEntry(
  keyring: Keyring,
  document: DocumentRow,
  nameIn: ReturnType<typeof uniqueNames>,
): ManifestEntry {
  const folder = pluralOf(document.kind)
  const name = nameOf(keyring, document)
  return {
    name: nameIn(folder, safeFileName(name, document.contentType)),
    kind: folder,
    uploadedAs: name,
    uploadedAt: document.uploadedAt.toISOString(),
    bytes: document.bytes,
    sha256: document.sha256,
    ...(document.supersededBy !== null && { replaced: true as const }),
    state: stateOf(document),
  }
}

function signedOnScreen(signature: SignatureRow | undefined): Pick<ManifestEntry, 'signedOnScreen'> {
  if (signature === undefined) return {}
  const { signedVersion, signedSha256, signedBytes, signedAt, level } = signature
  return {
    signedOnScreen: {
      letterVersion: signedVersion,
      letterSha256: signedSha256,
      letterBytes: signedBytes,
      signedAt: signedAt.toISOString(),
      level,
      identifiedBy: IDENTIFIED_BY,
    },
  }
}

function stateOf({ virusScan }: DocumentRow): ManifestEntry['state'] {
  if (!isUnreadable(virusScan)) return 'included'
  return virusScan === 'infected' ? 'infected' : 'not-checked'
}
