import type { Role } from '#features/access/rules/roles.ts'
import type { ApplicationStatus } from './statuses.ts'

/** An action on an application's status: role, source and target statuses (specification section 4). */
interface Action {
  label: string
  role: Role
  from: readonly ApplicationStatus[]
  to: ApplicationStatus
  /** Source statuses for which the screens ask for a reason (decisions, "A reason for a status"). */
  reasonFrom?: readonly ApplicationStatus[]
}

export const actions = {
  submit: { label: 'Submit Application', role: 'client', from: ['draft'], to: 'submitted' },
  startReview: { label: 'Start Review', role: 'wealth_manager', from: ['submitted'], to: 'under_review' },
  approve: {
    label: 'Approve',
    role: 'wealth_manager',
    from: ['submitted', 'under_review'],
    to: 'approved',
  },
  reject: {
    label: 'Reject',
    role: 'wealth_manager',
    from: ['submitted', 'under_review'],
    to: 'rejected',
    reasonFrom: ['submitted', 'under_review'],
  },
  markOnboarded: {
    label: 'Mark Onboarded',
    role: 'admin',
    from: ['submitted', 'under_review', 'approved', 'rejected'],
    to: 'onboarded',
    reasonFrom: ['submitted', 'under_review', 'rejected'],
  },
  markCancelled: {
    label: 'Mark Cancelled',
    role: 'admin',
    from: ['draft', 'submitted', 'under_review', 'approved', 'rejected', 'onboarded'],
    to: 'cancelled',
  },
} as const satisfies Record<string, Action>

export type ActionName = keyof typeof actions

export const actionNames = Object.keys(actions) as [ActionName, ...ActionName[]]

/** A role's actions at a status: both buttons and server use it. */
export function actionsFor(role: Role, status: ApplicationStatus): ActionName[] {
  return (Object.entries(actions) as [ActionName, Action][])
    .filter(([, action]) => action.role === role && action.from.includes(status))
    .map(([name]) => name)
}

/** Those open now: approval is blocked while a correction request is open. */
export function actionsNow(role: Role, status: ApplicationStatus, hasOpenRound: boolean): ActionName[] {
  return actionsFor(role, status).filter((name) => !(hasOpenRound && name === 'approve'))
}

/** The action that leads a role from one status to another; undefined for none. */
export function actionTo(role: Role, from: ApplicationStatus, to: ApplicationStatus): ActionName | undefined {
  return actionsFor(role, from).find((name) => actions[name].to === to)
}

/** Whether the screens ask for a reason: to reject, and to onboard without approval. */
export function asksForReason(name: ActionName, from: ApplicationStatus): boolean {
  const action: Action = actions[name]
  return action.reasonFrom?.includes(from) ?? false
}

/** The primary action of each status; some have none. */
const leading: Readonly<Partial<Record<ApplicationStatus, ActionName>>> = {
  draft: 'submit',
  submitted: 'startReview',
  under_review: 'approve',
  approved: 'markOnboarded',
}

/** Whether an action is the primary one at a status. */
export function leadsOn(name: ActionName, from: ApplicationStatus): boolean {
  return leading[from] === name
}

/** Whether the screens run it without confirmation (decisions, "Presses"). */
export function actsAtOnce(name: ActionName): boolean {
  return name === 'startReview'
}

/** Answers can be edited until submission (decisions, "After submission"). */
export function isEditable(status: ApplicationStatus): boolean {
  return status === 'draft'
}
