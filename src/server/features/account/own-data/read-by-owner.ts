import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { presentApplication } from '#server/features/applications/present.ts'
import type { ApplicationView } from '#server/features/applications/queries.ts'
import type { Context } from '#server/shared/context.ts'

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
    openedDocuments: [],
  }
}
