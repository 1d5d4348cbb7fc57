import type { PreviewedMail } from '#features/mail/api/mail-previews.ts'
import type { Context } from '#base/server/context.ts'
import type { DryRunMail, DryRun } from '#features/mail/server/dry-run-mails.ts'
import { isAboutClients } from '#features/mail/server/recipient-policy.ts'
import { inRolledBackTransaction } from '#base/server/db/database.ts'

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
