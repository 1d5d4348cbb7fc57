import { z } from 'zod'
import { usernameSchema } from '#features/access/api/auth.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import {
  codeSchema,
  ownProofSchema,
  passwordSchema,
  proofAndCodeFields,
  proofFields,
} from '#features/access/api/own-proof.ts'
import { phoneSchema } from '#base/rules/api/phone.ts'
import { staffName } from './staff-name.ts'

/** One of the user's own sessions. */
const ownSessionSchema = z.object({
  id: z.uuid(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  /** Browser and system: "Chrome on Windows". */
  device: z.string(),
  /** The IP address at sign-in. */
  address: z.string().nullable(),
  startedAt: z.iso.datetime(),
  /** To the minute. */
  lastSeenAt: z.iso.datetime(),
})

export type OwnSession = z.infer<typeof ownSessionSchema>

const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })

const ownPhoneSchema = z.object({
  /** In E.164 form; null where clients see the firm's number. */
  phone: z.string().nullable(),
})

const waitingAddressSchema = z.object({
  email: z.string(),
  /** Until when it can be confirmed, ISO 8601. */
  expiresAt: z.iso.datetime(),
})

/** A new address that is not confirmed yet. */
export type WaitingAddress = z.infer<typeof waitingAddressSchema>

/** Changes to the second factor need both password and code: an unattended browser is not enough. */
const proofSchema = z.strictObject(proofAndCodeFields)

/** Calls on the user's own account, and the staff call that resets a lost second factor. */
export const accountEndpoints = endpoints({
  'GET /api/account/sessions': {
    summary: 'List your sessions, most recently used first',
    tag: 'Account',
    access: 'own-sessions.manage',
    answer: z.array(ownSessionSchema),
  },
  'DELETE /api/account/sessions/{id}': {
    summary: 'End one of your sessions',
    tag: 'Account',
    access: 'own-sessions.manage',
    repeated: 'same',
    params: z.strictObject({ id: z.uuid() }),
    answer: 'nothing',
  },
  'DELETE /api/account/sessions': {
    summary: 'End all your sessions except this one',
    tag: 'Account',
    access: 'own-sessions.manage',
    repeated: 'same',
    answer: 'nothing',
  },
  'GET /api/account/phone': {
    summary: 'Get the phone number that your clients see',
    tag: 'Account',
    access: 'own-phone.edit',
    answer: ownPhoneSchema,
  },
  'PUT /api/account/phone': {
    summary: 'Change the phone number that your clients see; empty to show the firm’s',
    tag: 'Account',
    access: 'own-phone.edit',
    repeated: 'same',
    body: z.strictObject({ phone: phoneSchema }),
    answer: ownPhoneSchema,
  },
  'PUT /api/account/name': {
    summary: 'Change your name, as clients and colleagues see it',
    tag: 'Account',
    access: 'own-identity.edit',
    repeated: 'same',
    body: z.strictObject({ fullName: staffName }),
    answer: z.object({ fullName: z.string() }),
  },
  'GET /api/account/address': {
    summary: 'Get the new email address of your account that is waiting for confirmation',
    tag: 'Account',
    access: 'own-identity.edit',
    answer: z.object({ waiting: waitingAddressSchema.nullable() }),
  },
  'POST /api/account/address': {
    summary:
      'Request a new sign-in email address: it takes effect once the link mailed to it is opened; the current address is notified',
    tag: 'Account',
    access: 'own-identity.edit',
    repeated: 'keyed',
    body: z.strictObject({
      email: usernameSchema,
      currentPassword: passwordSchema.optional(),
      proof: ownProofSchema.optional(),
    }),
    answer: z.object({ waiting: waitingAddressSchema }),
  },
  'DELETE /api/account/address': {
    summary: 'Cancel the pending change of email address',
    tag: 'Account',
    access: 'own-identity.edit',
    repeated: 'same',
    answer: 'nothing',
  },
  'GET /api/account/second-factor': {
    summary: 'Show whether you sign in with a second factor',
    tag: 'Account',
    access: 'second-factor.manage',
    answer: z.object({
      /** ISO 8601; null where it is off. */
      since: z.iso.datetime().nullable(),
      recoveryCodesLeft: z.number().int(),
      /** Whether an authenticator is in use, and not passkeys alone. */
      authenticator: z.boolean(),
      /** Whether this deployment requires one. */
      required: z.boolean(),
    }),
  },
  'POST /api/account/second-factor': {
    summary: 'Start setting up an authenticator; returns its secret, also as a URL for a QR code',
    tag: 'Account',
    access: 'second-factor.manage',
    repeated: 'attempt',
    body: z.strictObject(proofFields),
    answer: z.object({ secret: z.string(), address: z.string() }),
  },
  'PUT /api/account/second-factor': {
    summary:
      'Confirm the authenticator with a code; as the first second factor it ends your other sessions and returns recovery codes',
    tag: 'Account',
    access: 'second-factor.manage',
    repeated: 'attempt',
    body: z.strictObject({ code: codeSchema }),
    answer: recoveryCodesSchema,
  },
  'POST /api/account/second-factor/removal': {
    summary: 'Turn off your authenticator',
    tag: 'Account',
    access: 'second-factor.manage',
    repeated: 'attempt',
    body: proofSchema,
    answer: 'nothing',
  },
  'POST /api/account/second-factor/recovery-codes': {
    summary: 'Replace your recovery codes',
    tag: 'Account',
    access: 'second-factor.manage',
    repeated: 'attempt',
    body: proofSchema,
    answer: recoveryCodesSchema,
  },
  'GET /api/account/summary': {
    summary: 'Download your application as a PDF',
    tag: 'Account',
    access: 'application.open',
    answer: 'file',
  },
  'GET /api/account/data': {
    summary: 'Download all data about you, as a ZIP (POPIA, section 23)',
    tag: 'Account',
    access: 'own-data.download',
    answer: 'file',
  },
})

type AccountEndpoints = typeof accountEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends AccountEndpoints {}
}
