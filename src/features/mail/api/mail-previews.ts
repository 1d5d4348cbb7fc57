import { z } from 'zod'
import { endpoints } from '#features/access/api/endpoint.ts'
import { jsonValue } from '#base/rules/api/json-value.ts'

/** Staff calls that send mail, and can preview it. */
export const previewedCalls = [
  'POST /api/admin/applications/{id}/reminder',
  'POST /api/admin/applications/{id}/invitation',
  'PATCH /api/admin/applications/{id}/status',
  'PUT /api/admin/applications/{id}/status',
  'POST /api/admin/applications/{id}/reopen',
  'POST /api/admin/applications/{id}/pack/ask',
  'POST /api/admin/applications/{id}/corrections/send',
  'POST /api/admin/applications/{id}/corrections/withdraw',
  'PUT /api/admin/applications/{id}/wealth-manager',
  'POST /api/admin/wealth-managers/{id}/hand-over',
  'POST /api/admin/clients/{id}/correction',
  'POST /api/admin/applications/{id}/notes',
  'PUT /api/admin/applications/{id}/notes/{noteId}',
  'POST /api/admin/annual-reviews/notify',
  'POST /api/admin/bulk-acts',
  'PUT /api/admin/imports/{id}/invitations',
  'POST /api/send-invitation',
  'POST /api/system-admin/users',
  'PATCH /api/system-admin/users/{id}',
  'POST /api/system-admin/users/{id}/reset-password',
  'DELETE /api/system-admin/users/{id}/second-factor',
] as const

export type PreviewedCall = (typeof previewedCalls)[number]

/** A mail as it would be sent. */
const previewedMail = z.object({
  /** The name of its kind. */
  template: z.string(),
  /** The recipient's address; the first of several for one template. */
  recipient: z.string(),
  /** Staff receive mails about clients; all other mails go to the people that they are about. */
  toStaff: z.boolean(),
  /** Number of recipients of this template. */
  people: z.number().int().min(1),
  subject: z.string(),
  /** The plain-text part. Secrets generated on sending are not in it. */
  text: z.string(),
  /** The texts that calls which take `mail` or `mails` let the sender edit; null for a mail with a fixed text. */
  editable: z.object({ subject: z.string(), text: z.string() }).nullable(),
})

export type PreviewedMail = z.infer<typeof previewedMail>

/** Mails of a call, before it is made (docs/decisions/0083). */
export const mailPreviewEndpoints = endpoints({
  'POST /api/staff/mail-previews': {
    summary:
      'Preview the emails that another call would send, without making it; fails where that call would fail',
    tag: 'Mail',
    access: 'mails.preview',
    repeated: 'same',
    body: z.strictObject({
      call: z.enum(previewedCalls),
      /** The call's path parameters and body. */
      params: z.record(z.string().max(40), z.string().max(100)).optional(),
      body: z.record(z.string().max(40), jsonValue).optional(),
    }),
    answer: z.object({
      mails: z.array(previewedMail),
      /** For a bulk action or invitations in batches, whose mails are examples: the maximum number of applications. */
      applications: z.number().int().nullable(),
    }),
  },
})

type MailPreviewEndpoints = typeof mailPreviewEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends MailPreviewEndpoints {}
}
