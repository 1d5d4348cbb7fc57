import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { packedCursor, pageSizeOf } from './list-query.ts'

const DEFAULT_PAGE_SIZE = 50
const MAX_PAGE_SIZE = 100

/** An e-mail that left as a file. */
const outboxMailSchema = z.object({
  /** What its Message-ID begins with. */
  id: z.uuid(),
  writtenAt: z.iso.datetime(),
  recipient: z.string(),
  subject: z.string(),
})

export type OutboxMail = z.infer<typeof outboxMailSchema>

/** Where demo mode shows the e-mails that leave as files, for want of a mail server; elsewhere there is nothing here (404). */
export const outboxEndpoints = endpoints({
  'GET /api/admin/outbox': {
    summary: 'In demo mode without a mail server: the e-mails, the latest first, a page at a time',
    tag: 'Mail',
    access: 'outbox.read',
    query: z.strictObject({
      limit: pageSizeOf({ usual: DEFAULT_PAGE_SIZE, most: MAX_PAGE_SIZE }),
      /** From the `Link` header of the page before. */
      cursor: packedCursor.optional(),
    }),
    answer: z.array(outboxMailSchema),
  },
  'GET /api/admin/outbox/{id}': {
    summary: 'In demo mode without a mail server: one e-mail, with its text',
    tag: 'Mail',
    access: 'outbox.read',
    params: z.strictObject({ id: z.uuid() }),
    answer: outboxMailSchema.extend({ from: z.string(), text: z.string() }),
  },
  'GET /api/admin/outbox/{id}/html': {
    summary: 'In demo mode without a mail server: the HTML of one e-mail, for a frame of our own pages',
    tag: 'Mail',
    access: 'outbox.read',
    params: z.strictObject({ id: z.uuid() }),
    answer: 'file',
  },
})
