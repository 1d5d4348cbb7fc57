import { z } from 'zod'
import { drawingSchema } from '#domain/signing/drawing.ts'
import { sealLevels } from '#domain/signing/signables.ts'
import { passwordSchema } from './auth.ts'
import { endpoints } from './endpoint.ts'

/** Why something cannot be signed on the screen; paper always can. */
const unsignableReasons = [
  /** The deployment has no certificate to seal with. */
  'no-seal',
  /** There is nothing to sign yet. */
  'no-document',
  /** A seal would not cover what is encrypted. */
  'encrypted',
  /** It waits for the virus scanner, or did not pass it. */
  'unreadable',
  /** The signer's name is not known yet. */
  'no-name',
] as const

const signableSchema = z.object({
  /** Null where it can be signed, once it was opened. */
  unsignable: z.enum(unsignableReasons).nullable(),
  /** What there is to sign now. */
  document: z
    .object({
      title: z.string(),
      /** Counts from 1. */
      version: z.number().int(),
      sha256: z.string(),
      bytes: z.number().int(),
      /** When this client first opened this very version; null where they have not. */
      openedAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** The name that a typed signature has to be. */
  signerName: z.string(),
  /** Which wording of the statements is confirmed. */
  wording: z.string(),
  statements: z.array(z.string()),
})

export type SignableView = z.infer<typeof signableSchema>

/** A signature is typed or drawn. */
const signature = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('typing'),
    name: z.string().trim().min(1, 'Please type your full name').max(200),
  }),
  z.strictObject({ by: z.literal('drawing'), strokes: drawingSchema }),
])

export type SentSignature = z.infer<typeof signature>

/** Of the time of a signature, who else than the firm vouches for it. */
const stampSchema = z.object({
  level: z.enum(sealLevels),
  /** When the seal was there, as an independent time-stamp has it; null without one. */
  stampedAt: z.iso.datetime().nullable(),
  /** Whether there is none yet, and it is still asked for. */
  stampIsComing: z.boolean(),
})

export type StampView = z.infer<typeof stampSchema>

const verdictSchema = z.object({
  /**
   * `intact`: as this firm sealed it. `changed`: this firm sealed it, and it is not as it was any more. `foreign`: there
   * is no seal of this firm in it.
   */
  is: z.enum(['intact', 'changed', 'foreign']),
  /** What is known of an intact one; null once its records are no longer kept. */
  signature: z
    .object({
      title: z.string(),
      version: z.number().int(),
      initials: z.string(),
      signedAt: z.iso.datetime(),
      ...stampSchema.shape,
    })
    .nullable(),
})

export type Verdict = z.infer<typeof verdictSchema>

/** How a document was signed on the screen, and what has become of its seal. */
const signatureSchema = z.object({
  title: z.string(),
  version: z.number().int(),
  signedAt: z.iso.datetime(),
  ...stampSchema.shape,
  /** Looked at a moment ago, in the file as it is kept. */
  seal: z.enum(['intact', 'broken']),
  identifiedBy: z.string(),
})

export type SignatureView = z.infer<typeof signatureSchema>

export const signingEndpoints = endpoints({
  'GET /api/signables/fais-letter': {
    summary: 'Show what is to be signed, whether you have opened it, and what you confirm',
    tag: 'Signing',
    access: 'fais-letter.download',
    answer: signableSchema,
  },
  'GET /api/documents/{id}/signature': {
    summary: 'Show how a document was signed on screen; null if it was not',
    tag: 'Signing',
    access: 'document.read',
    params: z.strictObject({ id: z.uuid() }),
    answer: z.object({ signature: signatureSchema.nullable() }),
  },
  'POST /api/signables/fais-letter/signature': {
    summary: 'Sign on screen; the document is sealed, and kept with the application',
    tag: 'Signing',
    access: 'document.add',
    repeated: 'keyed',
    body: z.strictObject({
      /** Of the version that was read: another one is not signed unread. */
      sha256: z.string().regex(/^[\da-f]{64}$/u),
      signature,
      /** The wording of the statements that were ticked, all of them. */
      wording: z.string().max(20),
      statements: z.array(z.literal(true, 'Please tick this statement')).max(5),
      password: passwordSchema,
    }),
    answer: z.object({ documentId: z.uuid(), level: z.enum(sealLevels) }),
  },
})

/** The answer of `POST /api/verify-document`, which takes a PDF and so stands beside the contract. */
export { verdictSchema }
