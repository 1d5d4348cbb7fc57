import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pluralOf } from '#features/applications/rules/documents/kinds.ts'
import { isUnreadable } from '#base/rules/files/safety.ts'
import { identifiedByTexts } from '#features/signing/rules/signables.ts'
import type { Context } from '#base/server/context.ts'
import { sha256Of } from '#features/documents/server/attach.ts'
import { safeFileName } from '#features/documents/server/file-name.ts'
import type { DocumentRow } from '#features/documents/server/queries.ts'
import type { PasskeyEvidence } from '#features/sign-in/server/passkeys/proof.ts'
import { decryptSignerDetails } from '#features/signing/server/signer-details.ts'
import type { SignatureRow } from '#features/signing/server/queries.ts'
import { nameOf } from '#features/documents/server/encrypted-name.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { uniqueNames } from './archive-names.ts'
import { writeZip, type ZipFile } from '#base/server/files/write-zip.ts'

/** The readable answers. */
export const SUMMARY = 'Application summary.pdf'

/** A file in the manifest. */
interface ManifestEntry {
  name: string
  kind: string
  uploadedAs: string
  uploadedAt: string
  bytes: number
  /** As registered. */
  sha256: string
  /** `missing`: not in the store. `not-checked` and `infected`: left out because of the virus scanner. */
  /** How it was signed on screen, if it was. */
  signedOnScreen?: SignedOnScreen
  /** Superseded by another document in a correction. */
  replaced?: true
  state: 'included' | 'missing' | 'not-checked' | 'infected' | 'differs'
}

/** What reading documents and their names needs. */
export type ArchiveContext = Pick<Context, 'store' | 'keyring'>

/** The signed version of the firm's letter, and its length in the sealed file. */
interface SignedOnScreen {
  letterVersion: number
  letterSha256: string
  /** The sealed file starts with the letter: `head -c letterBytes | sha256sum`. */
  letterBytes: number
  signedAt: string
  level: string
  identifiedBy: string
  /** What anyone can verify the signer's passkey with (docs/passkeys.md); missing where the password was entered. */
  passkey?: PasskeyEvidence
}

/** The contents of an application's archive besides its documents. */
export interface Bundle {
  applicationId: string
  documents: readonly DocumentRow[]
  /** By document id: those signed on screen. */
  signatures: ReadonlyMap<string, SignatureRow>
  /** Rendered after the documents, so that the download starts at once. */
  summary: () => Promise<Buffer>
  /** The first file, for people who open the archive. */
  firstPage?: { name: string; content: Buffer }
  /** Further files, each read when its turn comes. */
  records?: readonly { name: string; content: Readable }[]
  now: Date
}

/**
 * An application's documents as a ZIP with a summary and a manifest of SHA-256 sums, streamed in constant memory. Files
 * are not compressed again. Objects missing in the store are listed in the manifest. Destroying the stream also
 * releases the file being read.
 */
export function streamArchive(context: ArchiveContext, bundle: Bundle): Readable {
  return writeZip(filesOf(context, bundle))
}

/** An application in a joint archive: its files are in a folder. */
interface Foldered {
  folder: string
  bundle: Bundle
}

/**
 * The archives of several applications in one, each in its folder, with a joint manifest at the end. Each is opened
 * after the previous one is sent, in constant memory.
 *
 * @param open returns null for one that is missing by then
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
 * The files of an archive; the sum of each is known before the next is opened.
 *
 * @param within folder of the files, with a trailing slash; the manifest omits it
 * @returns what became of each document
 */
async function* filesOf(
  { store, keyring }: ArchiveContext,
  { applicationId, documents, signatures, summary, firstPage, records = [], now }: Bundle,
  within = '',
): AsyncGenerator<ZipFile, readonly ManifestEntry[]> {
  const nameIn = uniqueNames()
  const entries: ManifestEntry[] = []
  if (firstPage !== undefined) {
    yield { name: within + firstPage.name, modifiedAt: now, content: [firstPage.content] }
  }
  for (const document of documents) {
    const entry = {
      ...manifestEntry(keyring, document, nameIn),
      ...signedOnScreen(keyring, signatures.get(document.id)),
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

/** Content whose sum is computed while it is read. */
export async function* hashed(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

/** A document's manifest entry, unless reading its object shows otherwise. */
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

function signedOnScreen(
  keyring: Keyring,
  signature: SignatureRow | undefined,
): Pick<ManifestEntry, 'signedOnScreen'> {
  if (signature === undefined) return {}
  const { documentId, particulars, signedVersion, signedSha256, signedBytes, signedAt, level } = signature
  const { passkey } = decryptSignerDetails(keyring, documentId, particulars)
  return {
    signedOnScreen: {
      letterVersion: signedVersion,
      letterSha256: signedSha256,
      letterBytes: signedBytes,
      signedAt: signedAt.toISOString(),
      level,
      identifiedBy: identifiedByTexts[signature.identifiedBy ?? 'password'],
      ...(passkey && { passkey }),
    },
  }
}

function stateOf({ virusScan }: DocumentRow): ManifestEntry['state'] {
  if (!isUnreadable(virusScan)) return 'included'
  return virusScan === 'infected' ? 'infected' : 'not-checked'
}
