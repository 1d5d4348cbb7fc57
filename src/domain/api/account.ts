import { z } from 'zod'
import { codeSchema, passwordSchema } from './auth.ts'
import { endpoints } from './endpoint.ts'
import { phoneSchema } from './phone.ts'

/** One of the user's own sessions. */
const ownSessionSchema = z.object({
  id: z.uuid(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
  /** What it was begun with, in plain words: "Chrome on Windows". */
  device: z.string(),
  /** The IP address that it was begun from. */
  address: z.string().nullable(),
  startedAt: z.iso.datetime(),
  /** To the minute. */
  lastSeenAt: z.iso.datetime(),
})

export type OwnSession = z.infer<typeof ownSessionSchema>

const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })

const ownPhoneSchema = z.object({
  /** In E.164 form; null where one's clients see the firm's. */
  phone: z.string().nullable(),
})

/** Changing the second factor takes both: whoever finds a browser open gets no further. */
const proofSchema = z.strictObject({ password: passwordSchema, code: codeSchema })

/** Calls of somebody about their own account, and the one by which staff help out of a lost second factor. */
export const accountEndpoints = endpoints({
  'GET /api/account/sessions': {
    summary: 'The sessions of the signed-in user, the latest seen first',
    tag: 'Account',
    access: 'own-sessions.manage',
    answer: z.array(ownSessionSchema),
  },
  'DELETE /api/account/sessions/{id}': {
    summary: 'End one of one’s own sessions',
    tag: 'Account',
    access: 'own-sessions.manage',
    repeated: 'same',
    params: z.strictObject({ id: z.uuid() }),
    answer: 'nothing',
  },
  'DELETE /api/account/sessions': {
    summary: 'End all of one’s own sessions but the one that asks',
    tag: 'Account',
    access: 'own-sessions.manage',
    repeated: 'same',
    answer: 'nothing',
  },
  'GET /api/account/phone': {
    summary: 'The phone number that the signed-in wealth manager’s clients see',
    tag: 'Account',
    access: 'own-phone.edit',
    answer: ownPhoneSchema,
  },
  'PUT /api/account/phone': {
    summary: 'Change the phone number that one’s own clients see; empty for the firm’s',
    tag: 'Account',
    access: 'own-phone.edit',
    repeated: 'same',
    body: z.strictObject({ phone: phoneSchema }),
    answer: ownPhoneSchema,
  },
  'GET /api/account/second-factor': {
    summary: 'Whether signing in asks for a second factor',
    tag: 'Account',
    access: 'second-factor.manage',
    answer: z.object({
      /** Since when, ISO 8601; null where it does not. */
      since: z.iso.datetime().nullable(),
      recoveryCodesLeft: z.number().int(),
      /** Whether this deployment requires one. */
      required: z.boolean(),
    }),
  },
  'POST /api/account/second-factor': {
    summary: 'Begin to set up an authenticator: its secret, and the same as an address for a QR code',
    tag: 'Account',
    access: 'second-factor.manage',
    repeated: 'anew',
    body: z.strictObject({ password: passwordSchema }),
    answer: z.object({ secret: z.string(), address: z.string() }),
  },
  'PUT /api/account/second-factor': {
    summary:
      'Show by a code that the authenticator works; ends the other sessions, and answers the recovery codes',
    tag: 'Account',
    access: 'second-factor.manage',
    repeated: 'anew',
    body: z.strictObject({ code: codeSchema }),
    answer: recoveryCodesSchema,
  },
  'POST /api/account/second-factor/removal': {
    summary: 'Turn the second factor off',
    tag: 'Account',
    access: 'second-factor.manage',
    repeated: 'anew',
    body: proofSchema,
    answer: 'nothing',
  },
  'POST /api/account/second-factor/recovery-codes': {
    summary: 'New recovery codes, in place of those before',
    tag: 'Account',
    access: 'second-factor.manage',
    repeated: 'anew',
    body: proofSchema,
    answer: recoveryCodesSchema,
  },
  'GET /api/account/summary': {
    summary: "The signed-in client's application on paper, as a PDF",
    tag: 'Account',
    access: 'application.open',
    answer: 'file',
  },
  'GET /api/account/data': {
    summary: 'Everything that is held about the signed-in client, as a ZIP (POPIA, section 23)',
    tag: 'Account',
    access: 'own-data.download',
    answer: 'file',
  },
})
