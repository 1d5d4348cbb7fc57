import { z } from 'zod'
import { documentKinds } from '#features/applications/rules/documents/kinds.ts'
import { paperOnlyReasons } from '#features/documents/rules/paper-only.ts'
import { uploadedTo } from '#features/documents/api/documents.ts'
import { endpoints } from '#features/access/api/endpoint.ts'

const ofUser = z.strictObject({ id: z.uuid() })

/** One version of a manager's FAIS document. */
const faisVersion = z.object({
  id: z.uuid(),
  /** Readable at this path with `/fais-documents/` instead of `/objects/`. */
  path: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  uploadedAt: z.iso.datetime(),
  /** The uploader; null for demonstration data. */
  uploadedBy: z.string().nullable(),
  /** Whether clients receive this version. */
  current: z.boolean(),
  /** Why clients must sign it on paper; null where they can sign on screen. */
  paperOnly: z.enum(paperOnlyReasons).nullable(),
})

export type FaisVersion = z.infer<typeof faisVersion>

/** Calls for wealth managers' FAIS documents. */
export const faisDocumentEndpoints = endpoints({
  'POST /api/fais-documents/upload': {
    summary: 'Get a signed upload URL for one FAIS document (PDF)',
    tag: 'Users',
    access: 'users.administer',
    repeated: 'attempt',
    body: z.strictObject({
      size: z
        .number()
        .int()
        .min(1)
        .max(documentKinds.staffFais.maxBytes, 'File size exceeds 10MB limit')
        .optional(),
    }),
    answer: z.object({ uploadURL: z.string() }),
  },
  'PUT /api/system-admin/users/{id}/fais-document': {
    summary: 'Make an uploaded file the FAIS document of a wealth manager',
    tag: 'Users',
    access: 'users.administer',
    repeated: 'same',
    params: ofUser,
    body: z.strictObject({ documentURL: uploadedTo }),
    answer: z.object({ faisDocumentPath: z.string() }),
  },
  'PUT /api/system-admin/users/{id}/current-fais-document': {
    summary:
      'Make an earlier version the FAIS document of a wealth manager again (409 if `replaces` is not current)',
    tag: 'Users',
    access: 'users.administer',
    repeated: 'same',
    params: ofUser,
    body: z.strictObject({ documentId: z.uuid(), replaces: z.uuid() }),
    answer: z.object({ faisDocumentPath: z.string() }),
  },
  'GET /api/system-admin/users/{id}/fais-documents': {
    summary: 'List every version of a wealth manager’s FAIS document, latest first',
    tag: 'Users',
    access: 'users.administer',
    params: ofUser,
    answer: z.array(faisVersion),
  },
  'GET /fais-documents/{path}': {
    summary: 'Download one version of a FAIS document',
    tag: 'Documents',
    access: 'users.administer',
    params: z.strictObject({ path: z.uuid() }),
    answer: 'file',
  },
})

type FaisDocumentEndpoints = typeof faisDocumentEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends FaisDocumentEndpoints {}
}
