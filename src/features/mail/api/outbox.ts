import { z } from 'zod'
import { endpoints } from '#features/access/api/endpoint.ts'
import { packedCursor, pageSizeOf } from '#base/rules/api/page.ts'

const DEFAULT_PAGE_SIZE = 50
const MAX_PAGE_SIZE = 100

/** An e-mail that was written to a file. */
const outboxMailSchema = z.object({
  /** Start of its Message-ID. */
  id: z.uuid(),
  writtenAt: z.iso.datetime(),
  recipient: z.string(),
  subject: z.string(),
})

export type OutboxMail = z.infer<typeof outboxMailSchema>

/** Mails written to files in demo mode, without a mail server; 404 otherwise. */
export const outboxEndpoints = endpoints({
  'GET /api/admin/outbox': {
    summary: 'List the emails in demo mode without a mail server, latest first, page by page',
    tag: 'Mail',
    access: 'outbox.read',
    query: z.strictObject({
      limit: pageSizeOf({ initial: DEFAULT_PAGE_SIZE, max: MAX_PAGE_SIZE }),
      /** From the previous page's `Link` header. */
      cursor: packedCursor.optional(),
    }),
    answer: z.array(outboxMailSchema),
  },
  'GET /api/admin/outbox/{id}': {
    summary: 'Get one email with its text, in demo mode without a mail server',
    tag: 'Mail',
    access: 'outbox.read',
    params: z.strictObject({ id: z.uuid() }),
    answer: outboxMailSchema.extend({ from: z.string(), text: z.string() }),
  },
  'GET /api/admin/outbox/{id}/html': {
    summary: 'Get the HTML of one email for display in a frame, in demo mode without a mail server',
    tag: 'Mail',
    access: 'outbox.read',
    params: z.strictObject({ id: z.uuid() }),
    answer: 'file',
  },
})

type OutboxEndpoints = typeof outboxEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends OutboxEndpoints {}
}
