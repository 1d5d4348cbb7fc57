import { annualReviewsEvents } from '#features/annual-reviews/rules/audit-events.ts'
import { applicationsEvents } from '#features/applications/rules/audit-events.ts'
import { authEvents } from '#features/sign-in/rules/audit-events.ts'
import { correctionsEvents } from '#features/applications/rules/round/audit-events.ts'
import { documentsEvents } from '#features/documents/rules/audit-events.ts'
import { dueDiligenceEvents } from '#features/due-diligence/rules/audit-events.ts'
import { firmEvents } from '#features/firm/rules/audit-events.ts'
import { importsEvents } from '#features/imports/rules/audit-events.ts'
import { integrationsEvents } from '#features/integrations/rules/audit-events.ts'
import { mailEvents } from '#features/mail/rules/audit-events.ts'
import { notesEvents } from '#features/notes/rules/audit-events.ts'
import { notificationsEvents } from '#features/notes/rules/notifications/audit-events.ts'
import { riskRatingEvents } from '#features/due-diligence/rules/rating/audit-events.ts'
import { screeningEvents } from '#features/screening/rules/audit-events.ts'
import { ssoEvents } from '#features/sso/rules/audit-events.ts'
import { systemEvents } from '#features/operations/rules/audit-events.ts'
import { usersEvents } from '#features/accounts/rules/audit-events.ts'
import type { AuditEvent, AuditGroup, DetailsOf } from './event.ts'

/** All audit events, each one row in its subject. */
const events = {
  ...authEvents,
  ...ssoEvents,
  ...usersEvents,
  ...applicationsEvents,
  ...annualReviewsEvents,
  ...correctionsEvents,
  ...firmEvents,
  ...dueDiligenceEvents,
  ...riskRatingEvents,
  ...screeningEvents,
  ...notesEvents,
  ...notificationsEvents,
  ...documentsEvents,
  ...mailEvents,
  ...importsEvents,
  ...systemEvents,
  ...integrationsEvents,
}

/** The details of each event. */
export interface AuditDetails extends DetailsOf<typeof events> {}

export type AuditAction = keyof AuditDetails

export const auditEvents: Readonly<Record<AuditAction, AuditEvent<object>>> = events

export const auditActions = Object.keys(events) as [AuditAction, ...AuditAction[]]

/** The actions of a group. */
export function actionsOfGroup(group: AuditGroup): AuditAction[] {
  return auditActions.filter((action) => auditEvents[action].group === group)
}
