import { auditActions } from './action-labels.ts'
import type { AuditAction } from './events.ts'

/** Groups of audit actions, for filters. */
export const auditGroups = {
  views: 'Views and downloads',
  'sign-in': 'Sign-in and passwords',
  accounts: 'Accounts',
  applications: 'Applications and decisions',
  corrections: 'Corrections',
  documents: 'Documents',
  'due-diligence': 'Due diligence',
  system: 'System',
} as const

export type AuditGroup = keyof typeof auditGroups

export const auditGroupNames = Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]]

/** Personal data was shown or sent to the actor. Prefetched data is not: it was not shown yet. */
const viewEvents: ReadonlySet<AuditAction> = new Set<AuditAction>([
  'application.read',
  'application.downloaded',
  'document.read',
  'fais-letter.downloaded',
  'fais-letter.displayed',
  'own-data.downloaded',
  'own-summary.downloaded',
  'applications.exported',
  'applications.listed',
  'applications.found-by-number',
  'pack.account-shown',
  'hit.seen',
  'inspector-file.downloaded',
  'import.problems-downloaded',
  'audit-log.exported',
])

type Subject = AuditAction extends `${infer Name}.${string}` ? Name : never

const groupOfSubject = {
  session: 'sign-in',
  address: 'sign-in',
  'second-factor': 'sign-in',
  password: 'sign-in',
  sso: 'sign-in',
  passkey: 'sign-in',
  user: 'accounts',
  'stand-in': 'accounts',
  client: 'accounts',
  import: 'accounts',
  notifications: 'accounts',
  views: 'accounts',
  'own-data': 'accounts',
  'own-summary': 'accounts',
  application: 'applications',
  applications: 'applications',
  'annual-review': 'applications',
  check: 'applications',
  note: 'applications',
  correction: 'corrections',
  document: 'documents',
  'fais-letter': 'documents',
  pack: 'due-diligence',
  approval: 'due-diligence',
  firm: 'system',
  rating: 'due-diligence',
  'risk-model': 'due-diligence',
  retention: 'due-diligence',
  'inspector-file': 'due-diligence',
  list: 'due-diligence',
  screening: 'due-diligence',
  hit: 'due-diligence',
  mail: 'system',
  'encryption-keys': 'system',
  backup: 'system',
  'audit-log': 'system',
  webhook: 'system',
  'api-token': 'system',
} as const satisfies Record<Subject, AuditGroup>

function groupOf(action: AuditAction): AuditGroup {
  return viewEvents.has(action) ? 'views' : groupOfSubject[action.split('.')[0] as Subject]
}

/** The actions of a group. */
export function actionsOfGroup(group: AuditGroup): AuditAction[] {
  return auditActions.filter((action) => groupOf(action) === group)
}
