import { z } from 'zod'
import {
  clientKindNames,
  WIDEST_LIMIT_BYTES,
  wizardKindNames,
} from '#features/applications/rules/documents/kinds.ts'
import { photoTypeNames } from '#features/documents/rules/phone-links.ts'
import { paperNames } from '#features/due-diligence/rules/papers.ts'
import { taskNames } from '#features/due-diligence/rules/tasks.ts'
import { mailedTokenSchema } from '#features/access/api/auth.ts'
import { fileName, uploadedTo } from './documents.ts'
import { endpoints } from '#features/access/api/endpoint.ts'

const day = z.iso.date().optional()

/** The secret of a phone that has opened a link. */
const secret = z.string().min(1).max(100)

/** Photos from a phone that is not signed in. */
export const phoneUploadEndpoints = endpoints({
  'POST /api/application/phone-link': {
    summary: 'Get a link that takes photos for one question on a phone; replaces your previous one',
    tag: 'Documents',
    access: 'document.add',
    repeated: 'attempt',
    /** Exactly one: the list of a kind, an item of a correction request, or a paper of a task. */
    body: z.strictObject({
      kind: z.enum(wizardKindNames).optional(),
      itemId: z.uuid().optional(),
      paper: z
        .strictObject({
          task: z.enum(taskNames),
          paper: z.enum(paperNames),
          issuedOn: day,
          expiresOn: day,
        })
        .optional(),
    }),
    answer: z.object({
      /** The whole link, for a QR code. */
      url: z.string(),
      /** To type on the page that the link leads to. */
      code: z.string(),
      expiresAt: z.iso.datetime(),
    }),
  },
  'POST /api/phone': {
    summary: 'Open a link for a phone, once',
    tag: 'Documents',
    access: 'anyone',
    repeated: 'attempt',
    body: mailedTokenSchema,
    answer: z.object({
      /** For the calls of this phone. */
      secret,
      kind: z.enum(clientKindNames),
      /** What is to be taken as photos. */
      label: z.string(),
      /** Whether one file answers the question. */
      single: z.boolean(),
      expiresAt: z.iso.datetime(),
    }),
  },
  'POST /api/phone/upload': {
    summary: 'Get a signed upload URL for one photo; a PUT to this server takes the header X-Phone',
    tag: 'Documents',
    access: 'anyone',
    repeated: 'attempt',
    body: z.strictObject({
      secret,
      contentType: z.enum(photoTypeNames),
      size: z.number().int().min(1).max(WIDEST_LIMIT_BYTES),
    }),
    answer: z.object({ uploadURL: z.string() }),
  },
  'PUT /api/phone/file': {
    summary: 'Register an uploaded photo for the question of the link',
    tag: 'Documents',
    access: 'anyone',
    repeated: 'same',
    body: z.strictObject({ secret, fileURL: uploadedTo, fileName }),
    answer: 'nothing',
  },
})

type PhoneUploadEndpoints = typeof phoneUploadEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends PhoneUploadEndpoints {}
}
