import { z } from 'zod'
import { endpoints } from './endpoint.ts'

/** The calls that mail somebody because staff do something: what each would mail can be seen before. */
export const previewedCalls = [
  'POST /api/admin/applications/{id}/reminder',
  'POST /api/admin/applications/{id}/invitation',
  'PATCH /api/admin/applications/{id}/status',
  'PUT /api/admin/applications/{id}/status',
  'POST /api/admin/applications/{id}/reopen',
  'POST /api/admin/applications/{id}/corrections/send',
  'POST /api/admin/applications/{id}/corrections/withdraw',
  'PUT /api/admin/applications/{id}/wealth-manager',
  'POST /api/admin/wealth-managers/{id}/hand-over',
  'POST /api/admin/clients/{id}/correction',
  'POST /api/admin/applications/{id}/notes',
  'PUT /api/admin/applications/{id}/notes/{noteId}',
  'POST /api/admin/annual-reviews/notify',
  'POST /api/admin/bulk-acts',
  'POST /api/send-invitation',
  'POST /api/system-admin/users',
  'PATCH /api/system-admin/users/{id}',
  'POST /api/system-admin/users/{id}/reset-password',
  'DELETE /api/system-admin/users/{id}/second-factor',
] as const

export type PreviewedCall = (typeof previewedCalls)[number]

/** A mail as it would be sent, and to whom. */
const previewedMail = z.object({
  /** The address of who gets it; of several who get one of its kind, the first. */
  recipient: z.string(),
  /** How many get one of its kind. */
  people: z.number().int().min(1),
  subject: z.string(),
  /** As it is read where no HTML shows. Secrets that are made when it is sent do not stand in it. */
  text: z.string(),
})

export type PreviewedMail = z.infer<typeof previewedMail>

/** The mails of a call, before it is made (docs/decisions/0083). */
export const mailPreviewEndpoints = endpoints({
  'POST /api/staff/mail-previews': {
    summary:
      'Show what another call would mail, and to whom, without doing anything: refuses what that call would refuse',
    tag: 'Mail',
    access: 'mails.preview',
    repeated: 'same',
    body: z.strictObject({
      call: z.enum(previewedCalls),
      /** What the call takes in its path, and its body. */
      params: z.record(z.string().max(40), z.string().max(100)).optional(),
      body: z.record(z.string().max(40), z.unknown()).optional(),
    }),
    answer: z.object({
      mails: z.array(previewedMail),
      /** Of an act on many: that these are examples, and to how many applications it is done at most. */
      applications: z.number().int().nullable(),
    }),
  },
})
