import { eq } from 'drizzle-orm'
import type { FileType } from '#base/rules/files/file-types.ts'
import { documentKinds, type DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import type { DownloadOnly } from '#base/rules/files/safety.ts'
import { systemContext, inTransaction } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { documents, users } from '#features/access/schema/tables.ts'
import { attachDocument, storeFile } from '#features/documents/server/attach.ts'
import type { DocumentRow } from '#features/documents/server/queries.ts'
import { makePaper } from './papers.ts'

type DocumentContext = Pick<Context, 'database' | 'store' | 'keyring' | 'now'>

/** Facts of a document; others are derived. */
export interface DocumentFacts {
  kind: DocumentKindName
  ownerId: string
  /** Null for a manager's FAIS letter. */
  applicationId: string | null
  name?: string
  bytes?: Buffer
  contentType?: FileType
  downloadOnly?: DownloadOnly | null
  virusScan?: 'not-scanned' | 'waiting' | 'clean'
  uploadedAt?: Date
}

/** Creates a document with a real file in the store, attached like a validated upload. */
export async function makeDocument(context: DocumentContext, facts: DocumentFacts): Promise<DocumentRow> {
  return store(context, facts, () => Promise.resolve())
}

/** Gives a wealth manager a FAIS letter, replacing the previous one. */
export async function makeFaisDocument(
  context: DocumentContext,
  {
    managerId,
    ...facts
  }: { managerId: string } & Partial<Pick<DocumentFacts, 'name' | 'bytes' | 'uploadedAt' | 'downloadOnly'>>,
): Promise<DocumentRow> {
  return store(
    context,
    {
      name: 'FAIS disclosure letter.pdf',
      ...facts,
      kind: 'staffFais',
      ownerId: managerId,
      applicationId: null,
    },
    async (tx, id) => {
      await tx.update(users).set({ faisDocumentId: id }).where(eq(users.id, managerId))
    },
  )
}

async function store(
  context: DocumentContext,
  facts: DocumentFacts,
  afterwards: (tx: Transaction, id: string) => Promise<void>,
): Promise<DocumentRow> {
  const { kind, ownerId, applicationId, contentType = 'application/pdf', uploadedAt = context.now() } = facts
  const bytes = facts.bytes ?? (await somePaper(kind))
  const { downloadOnly = null, virusScan = 'not-scanned' } = facts
  const stored = await storeFile(context, { bytes, contentType, downloadOnly, virusScan }, context.now())
  const name = facts.name ?? `${documentKinds[kind].label}.pdf`
  return inTransaction({ ...systemContext(context), now: uploadedAt }, async (work) => {
    const { tx } = work
    const document = { ...stored, kind, ownerId, applicationId, name }
    const id = await attachDocument(work, document)
    await afterwards(tx, id)
    const [row] = await tx.select().from(documents).where(eq(documents.id, id))
    if (row === undefined) throw new Error('A new document is not there.')
    return row
  })
}

const papers = new Map<DocumentKindName, Promise<Buffer>>()

/** A document that names its kind; created once per kind. */
function somePaper(kind: DocumentKindName): Promise<Buffer> {
  const made =
    papers.get(kind) ??
    makePaper({
      issuer: 'For demonstration only',
      title: documentKinds[kind].label,
      blocks: [{ kind: 'paragraph', text: 'This page replaces a document that a client would send.' }],
    })
  papers.set(kind, made)
  return made
}
