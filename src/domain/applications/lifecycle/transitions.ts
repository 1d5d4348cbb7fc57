import type { Role } from '#domain/users/roles.ts'
import type { ApplicationStatus } from './statuses.ts'

/** What can be done to an application's status: by whom, from where, to where (specification section 4). */
interface Action {
  label: string
  role: Role
  from: readonly ApplicationStatus[]
  to: ApplicationStatus
  /** The statuses from which the screens ask why (decisions, "A reason for a status"). */
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

/** The actions open to a role at a status: buttons and server both ask here. */
export function actionsFor(role: Role, status: ApplicationStatus): ActionName[] {
  return (Object.entries(actions) as [ActionName, Action][])
    .filter(([, action]) => action.role === role && action.from.includes(status))
    .map(([name]) => name)
}

/** Those of them that are open now: nothing is approved while a round of corrections is open. */
export function actionsNow(role: Role, status: ApplicationStatus, hasOpenRound: boolean): ActionName[] {
  return actionsFor(role, status).filter((name) => !(hasOpenRound && name === 'approve'))
}

/** The action by which a role brings an application from one status to another; undefined where there is none. */
export function actionTo(role: Role, from: ApplicationStatus, to: ApplicationStatus): ActionName | undefined {
  return actionsFor(role, from).find((name) => actions[name].to === to)
}

/** Whether the screens ask whoever does this why: to reject, and to onboard what nobody approved. */
export function asksForReason(name: ActionName, from: ApplicationStatus): boolean {
  const action: Action = actions[name]
  return action.reasonFrom?.includes(from) ?? false
}

/** The action that leads on from each status; from the others none does. */
const leading: Readonly<Partial<Record<ApplicationStatus, ActionName>>> = {
  draft: 'submit',
  submitted: 'startReview',
  under_review: 'approve',
  approved: 'markOnboarded',
}

/** Whether an action is the one that leads on from a status: its button is the primary one. */
export function leadsOn(name: ActionName, from: ApplicationStatus): boolean {
  return leading[from] === name
}

/** Whether the screens do it at once, without asking first (decisions, "Presses"). */
export function actsAtOnce(name: ActionName): boolean {
  return name === 'startReview'
}

/** Answers can be changed until the application is submitted (decisions, "After submission"). */
export function isEditable(status: ApplicationStatus): boolean {
  return status === 'draft'
}
