/** Groups of audit events, for filters. */
export const auditGroups = {
  /** Personal data was shown or sent to the actor. Prefetched data is not: it was not shown yet. */
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

/** An audit event. `Details` name fields and never hold their values: the log outlives the data. */
export interface AuditEvent<Details> {
  label: string
  group: AuditGroup
  /**
   * Whether clients see it in their own data where staff or the system did it. Internal notes, marks and searches of staff
   * are hidden (decisions, "The client's own data"); changes to the client's account, application or documents, and who
   * read them (POPIA, section 23), are shown. Clients see all their own actions.
   */
  isShownToClient: boolean
  /** A type only. */
  details?: Details
}

/** An event that clients do not see. */
export function event<Details extends object = Record<string, never>>(
  label: string,
  group: AuditGroup,
): AuditEvent<Details> {
  return { label, group, isShownToClient: false }
}

/** An event that the client it is about sees. */
export function clientEvent<Details extends object = Record<string, never>>(
  label: string,
  group: AuditGroup,
): AuditEvent<Details> {
  return { label, group, isShownToClient: true }
}

/** The details of events, by action. */
export type DetailsOf<Events> = {
  [Action in keyof Events]: Events[Action] extends AuditEvent<infer Details> ? Details : never
}

/** Why the proof of a signed-in user was rejected. */
export type ProofFailure = 'wrong-password' | 'wrong-code' | 'wrong-passkey' | 'not-fresh'
