import type { FastifyReply } from 'fastify'
import type { ExportFormat } from '#base/rules/api/list.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { problemFile } from './problem-file.ts'
import { templateFile } from './template-file.ts'

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** What queries of imports need. */
export function readingOf({ context: { keyring, database, settings }, now }: CommandContext) {
  return { db: database.db, keyring, now, settings, months: settings.branding.office.annualReview }
}

type Call = CommandContext & { reply: FastifyReply }

/** Sends the rows of an import that are left out, as a file. */
export async function sendProblems(call: Call, id: string, format: ExportFormat): Promise<FastifyReply> {
  return sendFile(call, {
    file: await problemFile(call, id, format),
    name: `import-problems-${dayOf(call.now)}`,
    format,
  })
}

/** Sends a workbook to begin with. */
export async function sendTemplate(call: Call): Promise<FastifyReply> {
  return sendFile(call, {
    file: await templateFile(call.now),
    name: 'clients-template',
    format: 'xlsx',
  })
}

function sendFile(
  { reply }: Call,
  { file, name, format }: { file: Buffer; name: string; format: ExportFormat },
): FastifyReply {
  return reply
    .header('content-type', contentTypes[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(file)
}
