import {
  applicationStatuses,
  statusesWith,
  type ApplicationStatus,
} from '#domain/applications/lifecycle/statuses.ts'
import { actions, isEditable, type ActionName } from '#domain/applications/lifecycle/transitions.ts'
import type { Role } from '#domain/users/roles.ts'
import type { PendingRequirement } from './pending-requirements.ts'

/**
 * Which objects somebody reaches: none, their own, those of the clients who are assigned to them, or all
 * (specification section 6; decisions, "Transitions").
 */
export type Scope = 'none' | 'own' | 'assigned' | 'all'

/** Who may do something, to which objects, and when. */
export interface Permission {
  /** How far each role reaches; a role that is not named reaches nothing. */
  scope: Readonly<Partial<Record<Role, Scope>>>
  /** The statuses of an application at which it can be done; left out where the status makes no difference. */
  during?: readonly ApplicationStatus[]
  /** What may still be asked of somebody who does it: by default nothing else is open to them until it is done. */
  despite?: readonly PendingRequirement[]
}

/** Objects of a client that staff work with: managers reach those of their own clients, admins all. */
const staff = { wealth_manager: 'assigned', admin: 'all' } as const
const everyRole = { client: 'own', wealth_manager: 'own', admin: 'own', system_administrator: 'own' } as const
const editable = applicationStatuses.filter(isEditable)

/** Everything that takes a permission, but for the steps of the lifecycle, which have a table of their own. */
const ownPermissions = {
  /** See who is signed in, and what is asked of them. */
  'account.see': { scope: everyRole, despite: ['second-factor', 'password', 'confirmation', 'enrolment'] },
  /** Choose a password. */
  'password.choose': { scope: everyRole, despite: ['password', 'enrolment'] },
  /** Show that the address is one's own, or ask for the mail with the link again (docs/decisions/0050). */
  'address.confirm': { scope: everyRole, despite: ['confirmation'] },
  /** Send the code that a sign-in waits for. */
  'second-factor.give': { scope: everyRole, despite: ['second-factor'] },
  /** Set the second factor up, and what belongs to it. */
  'second-factor.manage': {
    scope: { wealth_manager: 'own', admin: 'own', system_administrator: 'own' },
    despite: ['enrolment'],
  },
  /** Take the second factor from somebody who has lost it. */
  'second-factor.reset': { scope: { system_administrator: 'all' } },
  /** See and end one's own sessions. */
  'own-sessions.manage': { scope: everyRole },
  /** Say where one's own clients call. */
  'own-phone.edit': { scope: { wealth_manager: 'own' } },
  /** Take away everything that is held about oneself (POPIA, section 23). */
  'own-data.download': { scope: { client: 'own' } },
  /** See the application as its client does. */
  'application.open': { scope: { client: 'own' } },
  'application.edit': { scope: { client: 'own' }, during: editable },
  /** See one application as staff do. */
  'application.review': { scope: staff },
  /** Take a step of the lifecycle at all: which one is asked for by its own name. */
  'application.change-status': { scope: staff },
  /** Ask a client to correct something, take that back, and judge what was sent back. */
  'correction.ask': { scope: staff, during: statusesWith('awaiting') },
  /** Note something of an application, for staff alone. */
  'note.write': { scope: staff },
  /** Settle a check of an application, or reopen it. */
  'check.settle': { scope: staff },
  /** See what one was told of, and mark it as read. */
  'notifications.read': { scope: { wealth_manager: 'own', admin: 'own' } },
  /** Correct what was asked for, and send it back. */
  'correction.answer': { scope: { client: 'own' }, during: ['under_review'] },
  /** What admins alone do with one application. */
  'application.administer': { scope: { admin: 'all' } },
  /** Take a decision or a cancellation back. */
  'application.reopen': { scope: { admin: 'all' }, during: statusesWith('reopenable') },
  /** The list of all applications. */
  'applications.list': { scope: { admin: 'all' } },
  /** Take that list away as a file. */
  'applications.export': { scope: { admin: 'all' } },
  /** Do the same to many of the applications within reach: what it is takes its own permission. */
  'applications.act-on-many': { scope: staff },
  /** A manager's list of their own clients' applications. */
  'own-clients.list': { scope: { wealth_manager: 'assigned' } },
  /** Take that list away as a file. */
  'own-clients.export': { scope: { wealth_manager: 'assigned' } },
  /** Take the documents of some of them away as one file. */
  'own-clients.download': { scope: { wealth_manager: 'assigned' } },
  /** Keep names for addresses of one's list. */
  'own-views.keep': { scope: { wealth_manager: 'own', admin: 'own' } },
  /** See what something would mail before it is done: what it is takes its own permission. */
  'mails.preview': { scope: { ...staff, system_administrator: 'all' } },
  /** Take back what one did oneself a moment ago: what it was takes its own permission. */
  'own-acts.undo': { scope: { wealth_manager: 'own', admin: 'own', system_administrator: 'own' } },
  'client.invite': { scope: staff },
  /** Invite a client again who has not come. */
  'invitation.renew': { scope: staff },
  /** Look for people and applications by whatever one has of them. */
  'people.find': { scope: { ...staff, system_administrator: 'all' } },
  /** Correct what a client is called, and the address that they sign in with. */
  'client.correct': { scope: { ...staff, system_administrator: 'all' } },
  /** Confirm a new address of the own account. */
  'own-address.change': { scope: everyRole },
  /** Change the own name, or ask for a new address: a client's are corrected by staff. */
  'own-identity.edit': { scope: { wealth_manager: 'own', admin: 'own', system_administrator: 'own' } },
  /** Hand all clients of a wealth manager over to another one. */
  'clients.hand-over': { scope: { admin: 'all', system_administrator: 'all' } },
  /** The e-mails, where demo mode shows them. */
  'outbox.read': { scope: { admin: 'all' } },
  /** The people whom clients can be assigned to. */
  'users.list': { scope: { admin: 'all' } },
  /** Look after the accounts of everybody. */
  'users.administer': { scope: { system_administrator: 'all' } },
  /** Send a file to an address that one was given. */
  'upload.send': { scope: { client: 'own', system_administrator: 'own' } },
  'document.add': { scope: { client: 'own' }, during: editable },
  'document.remove': { scope: { client: 'own' }, during: editable },
  'document.read': { scope: { client: 'own', ...staff } },
  /** See what happens to the doors of the system: the Security Dashboard. */
  'security.watch': { scope: { admin: 'all' } },
  /** Let sign-ins from a suspicious address through again. */
  'security.clear-address': { scope: { admin: 'all' } },
  /** The audit log, and whether it is as it was written. */
  'audit-log.read': { scope: { system_administrator: 'all' } },
  /** See how the system and its protections are. */
  'system.watch': { scope: { system_administrator: 'all' } },
  /** The assigned manager's FAIS letter. */
  'fais-letter.download': { scope: { client: 'own' } },
} as const satisfies Record<string, Permission>

/** How far the one role of each step of the lifecycle reaches. */
const lifecycleScopes = { client: 'own', ...staff, system_administrator: 'none' } as const satisfies Record<
  Role,
  Scope
>

type LifecyclePermission = `application.${ActionName}`

/** Something that takes a permission. */
export type Action = keyof typeof ownPermissions | LifecyclePermission

const lifecyclePermissions = Object.fromEntries(
  Object.entries(actions).map(([name, { role, from }]): [string, Permission] => [
    `application.${name}`,
    { scope: { [role]: lifecycleScopes[role] }, during: from },
  ]),
) as Record<LifecyclePermission, Permission>

/** Everything that anybody can do here, and who may. */
export const permissions: Readonly<Record<Action, Permission>> = {
  ...ownPermissions,
  ...lifecyclePermissions,
}
