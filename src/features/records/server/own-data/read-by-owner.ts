import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { presentApplication } from '#features/wizard/server/present.ts'
import type { ApplicationView } from '#features/wizard/server/queries.ts'
import type { Context } from '#base/server/context.ts'

/** An application for a PDF, without anything its client may not see. */
export function readByOwner(
  context: Pick<Context, 'keyring' | 'settings'>,
  view: ApplicationView,
  username: string,
): ReviewedApplication {
  const { correctionRound: _, ...presented } = presentApplication(context, view)
  return {
    ...presented,
    username,
    accountName: null,
    newAddress: null,
    statusChangedAt: view.application.statusChangedAt.toISOString(),
    statusChangedBy: null,
    waitingOn: null,
    reopensTo: null,
    actions: [],
    warnings: [],
    proofs: [],
    undo: null,
    remindedAt: null,
    automaticReminders: null,
    unassigned: false,
    invitedUntil: null,
    imported: null,
    letterPaperOnly: null,
    openedDocuments: [],
  }
}
