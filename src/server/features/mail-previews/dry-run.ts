import type { PreviewedMail } from '#domain/api/mail-previews.ts'
import type { Context, DryRunMail, DryRun } from '#server/shared/context.ts'
import { isAboutClients } from '#server/shared/mail/recipient-policy.ts'
import { inRolledBackTransaction } from '#server/platform/db/database.ts'

/** The result of a dry run: its mails and the response. */
export interface DryRunResult {
  mails: DryRunMail[]
  answer: unknown
}

/** Runs an action in a transaction that is always rolled back. */
export function performDryRun(
  context: Context,
  act: (context: Context) => Promise<unknown>,
): Promise<DryRunResult> {
  const dryRun: DryRun = { mails: [] }
  return inRolledBackTransaction(context.database, async (database) => {
    const answer = await act({ ...context, database, dryRun })
    return { mails: dryRun.mails, answer }
  })
}

/** One mail of each kind with the number of recipients; bulk mails differ only in names. */
export function oneOfEachKind(mails: readonly DryRunMail[]): PreviewedMail[] {
  return [...Map.groupBy(mails, ({ template }) => template).values()].flatMap((ofKind) => {
    const [first] = ofKind
    if (first === undefined) return []
    const { template, recipient, subject, text, editable } = first
    const people = new Set(ofKind.map((mail) => mail.recipient)).size
    return [{ template, recipient, toStaff: isAboutClients[template], people, subject, text, editable }]
  })
}
