import {
  applicationStatuses,
  statusesWith,
  statusTraits,
  type ApplicationStatus,
} from '#features/access/rules/lifecycle/statuses.ts'
import { actions, isEditable, type ActionName } from '#features/access/rules/lifecycle/transitions.ts'
import type { Role } from '#features/access/rules/roles.ts'
import type { PendingRequirement } from './pending-requirements.ts'

/** Objects in scope: none, own, of assigned clients, or all (specification section 6; decisions, "Transitions"). */
export type Scope = 'none' | 'own' | 'assigned' | 'all'

/** Allowed roles, scopes and statuses of an action. */
export interface Permission {
  /** Scope per role; roles that are not listed have none. */
  scope: Readonly<Partial<Record<Role, Scope>>>
  /** Application statuses that allow it; any status if missing. */
  during?: readonly ApplicationStatus[]
  /** Pending requirements that do not block it; by default all block. */
  despite?: readonly PendingRequirement[]
}

/** Client objects for staff: managers have their own clients in scope and those they stand in for, admins all. */
const staff = { wealth_manager: 'assigned', admin: 'all' } as const
const everyRole = { client: 'own', wealth_manager: 'own', admin: 'own', system_administrator: 'own' } as const
/** Before the address of a registration is confirmed: everything of the own draft but its submission. */
const unconfirmed = { despite: ['confirmation'] } as const
const editable = applicationStatuses.filter(isEditable)

/** Due diligence of a client who is, or may become, one of the firm. */
const notDeclined = applicationStatuses.filter((status) => !statusTraits[status].declined)

/** Actions outside the lifecycle, which has its own table. */
const ownPermissions = {
  /** See the signed-in user and pending requirements. */
  'account.see': { scope: everyRole, despite: ['second-factor', 'password', 'confirmation', 'enrolment'] },
  /** Choose a password. */
  'password.choose': { scope: everyRole, despite: ['password', 'enrolment'] },
  /** Confirm one's address, or request the mail again (docs/decisions/0050). */
  'address.confirm': { scope: everyRole, despite: ['confirmation'] },
  /** Send the second factor of a sign-in. */
  'second-factor.give': { scope: everyRole, despite: ['second-factor'] },
  /** Set up and manage the second factor. */
  'second-factor.manage': {
    scope: { wealth_manager: 'own', admin: 'own', system_administrator: 'own' },
    despite: ['enrolment'],
  },
  /** Reset a lost second factor. */
  'second-factor.reset': { scope: { system_administrator: 'all' } },
  /** See and end one's own sessions. */
  'own-sessions.manage': { scope: everyRole },
  /** Set the number that one's own clients see. */
  'own-phone.edit': { scope: { wealth_manager: 'own' } },
  /** Name a colleague as one's stand-in until a day, and see the managers whom one covers. */
  'stand-in.name': { scope: { wealth_manager: 'own' } },
  /** See who stands in for whom. */
  'stand-ins.see': { scope: { admin: 'all' } },
  /** Name a stand-in for a wealth manager, and end an absence. */
  'stand-ins.manage': { scope: { admin: 'all' } },
  /** Add, rename and remove one's own passkeys, and prove oneself with them. A passkey is a second factor of staff. */
  'passkeys.manage': { scope: everyRole, despite: ['enrolment'] },
  /** See and remove one's own identities at providers of single sign-on, and prove oneself there. */
  'own-identities.manage': { scope: { wealth_manager: 'own', admin: 'own', system_administrator: 'own' } },
  /** Download all data about oneself (POPIA, section 23). */
  'own-data.download': { scope: { client: 'own' } },
  /** See the application as its client. */
  'application.open': { scope: { client: 'own' }, ...unconfirmed },
  'application.edit': { scope: { client: 'own' }, during: editable, ...unconfirmed },
  /** See one application as staff. */
  'application.review': { scope: staff },
  /** Change a status at all; each action also has its own permission. */
  'application.change-status': { scope: staff },
  /** Request corrections, withdraw them, and review the answers. */
  'correction.ask': { scope: staff, during: statusesWith('correctable') },
  /** Stop a client's automatic reminders, and start them again. */
  'reminders.set': { scope: staff },
  /** Write staff notes on an application. */
  'note.write': { scope: staff },
  /** Decide on a check, or reopen it. */
  'check.settle': { scope: staff },
  /** See what one has to do. */
  'today.read': { scope: { wealth_manager: 'own', admin: 'own' } },
  /** Choose which mails about one's work one gets, and mark a notification as read. */
  'notifications.read': { scope: { wealth_manager: 'own', admin: 'own' } },
  /** Open a correction of one's own, and answer a request. */
  'correction.answer': { scope: { client: 'own' }, during: statusesWith('correctable') },
  /** See one's own due diligence tasks. */
  'pack.open': { scope: { client: 'own' } },
  /** Do one's own due diligence tasks. */
  'pack.answer': { scope: { client: 'own' }, during: notDeclined },
  /** Verify a client's due diligence tasks, and ask for them. */
  'pack.verify': { scope: staff },
  /** See requests for approval. */
  'approvals.list': { scope: { admin: 'all' } },
  /** Ask a senior manager for an approval. */
  'approval.ask': { scope: { admin: 'all' } },
  /** Decide on requests for approval; some need a senior manager as well. */
  'approval.decide': { scope: { admin: 'all' } },
  /** Rate a client's risk. */
  'rating.make': { scope: { admin: 'all' } },
  /** See the risk model. */
  'risk-models.read': { scope: { admin: 'all' } },
  /** Propose a version of the risk model, or put one in force. */
  'risk-models.edit': { scope: { admin: 'all' } },
  /** Hold a client's records beyond their retention, or lift a hold. */
  'retention.hold': { scope: { admin: 'all' } },
  /** Download the inspector's file of clients and staff. */
  'inspector-file.download': { scope: { admin: 'all' } },
  /** Load sanctions lists and put them in force. */
  'lists.manage': { scope: { admin: 'all', system_administrator: 'all' } },
  /** See which sanctions lists are in force. */
  'lists.read': { scope: { admin: 'all', system_administrator: 'all' } },
  /** See hits on sanctions lists. */
  'screening.read': { scope: { admin: 'all' } },
  /** Decide on hits on sanctions lists. */
  'compliance.work': { scope: { admin: 'all' } },
  /** Download all documents of applications. */
  'applications.download': { scope: { admin: 'all' } },
  /** Admin actions on one application. */
  'application.administer': { scope: { admin: 'all' } },
  /** Reopen a decided or cancelled application. */
  'application.reopen': { scope: { admin: 'all' }, during: statusesWith('reopenable') },
  /** The list of all applications. */
  'applications.list': { scope: { admin: 'all' } },
  /** Export that list. */
  'applications.export': { scope: { admin: 'all' } },
  /** Run bulk actions on applications in scope; each action needs its own permission too. */
  'applications.act-on-many': { scope: staff },
  /** A manager's list of their own clients' applications. */
  'own-clients.list': { scope: { wealth_manager: 'assigned' } },
  /** Export that list. */
  'own-clients.export': { scope: { wealth_manager: 'assigned' } },
  /** Download the documents of several clients as one file. */
  'own-clients.download': { scope: { wealth_manager: 'assigned' } },
  /** See saved views of one's list. */
  'own-views.see': { scope: { wealth_manager: 'own', admin: 'own' } },
  /** Save views of one's list. */
  'own-views.keep': { scope: { wealth_manager: 'own', admin: 'own' } },
  /** Preview the mails of an action, which needs its own permission too. */
  'mails.preview': { scope: { ...staff, system_administrator: 'all' } },
  /** Undo one's own recent change, which needs its own permission too. */
  'own-acts.undo': { scope: { wealth_manager: 'own', admin: 'own', system_administrator: 'own' } },
  'client.invite': { scope: staff },
  /** See imports: from which file clients came, and what was done with each row. */
  'imports.read': { scope: { admin: 'all' } },
  /** Import clients from a file, and undo it. */
  'clients.import': { scope: { admin: 'all' } },
  /** Renew the invitation of a client that has not signed in. */
  'invitation.renew': { scope: staff },
  /** Search for users and applications. */
  'people.find': { scope: { ...staff, system_administrator: 'all' } },
  /** Correct a client's name and sign-in address. */
  'client.correct': { scope: { ...staff, system_administrator: 'all' } },
  /** Confirm a new address of the own account. */
  'own-address.change': { scope: everyRole },
  /** Change the own name, or request a new address; a client's are corrected by staff. */
  'own-identity.edit': { scope: { wealth_manager: 'own', admin: 'own', system_administrator: 'own' } },
  /** Reassign all clients of a wealth manager. */
  'clients.hand-over': { scope: { admin: 'all', system_administrator: 'all' } },
  /** See outgoing mails in demo mode. */
  'outbox.read': { scope: { admin: 'all' } },
  /** The users that clients can be assigned to. */
  'users.list': { scope: { admin: 'all' } },
  /** Administer all accounts. */
  'users.administer': { scope: { system_administrator: 'all' } },
  /** Upload a file to an issued address. */
  'upload.send': { scope: everyRole, ...unconfirmed },
  'document.add': { scope: { client: 'own' }, during: editable, ...unconfirmed },
  'document.remove': { scope: { client: 'own' }, during: editable, ...unconfirmed },
  'document.read': { scope: { client: 'own', ...staff }, ...unconfirmed },
  /** See the Security Dashboard. */
  'security.watch': { scope: { admin: 'all' } },
  /** Unblock sign-ins from a suspicious address. */
  'security.clear-address': { scope: { admin: 'all' } },
  /** Read the audit log and its integrity status. */
  'audit-log.read': { scope: { system_administrator: 'all' } },
  /** See the status of the system and its protections. */
  'system.watch': { scope: { system_administrator: 'all' } },
  /** See the firm's settings. */
  'firm.read': { scope: { admin: 'all', system_administrator: 'all' } },
  /** Change the wording of mails to clients. */
  'firm.word': { scope: { admin: 'all', system_administrator: 'all' } },
  /** Change the firm's settings. */
  'firm.configure': { scope: { system_administrator: 'all' } },
  /** Manage webhooks, and see their deliveries. */
  'webhooks.administer': { scope: { system_administrator: 'all' } },
  /** Create and revoke the tokens of programs. */
  'api-tokens.administer': { scope: { system_administrator: 'all' } },
  /** See and test the providers of single sign-on. */
  'sso.watch': { scope: { system_administrator: 'all' } },
  /** The assigned manager's FAIS letter. */
  'fais-letter.download': { scope: { client: 'own' }, ...unconfirmed },
} as const satisfies Record<string, Permission>

/** Scope of the one role of each lifecycle action. */
const lifecycleScopes = { client: 'own', ...staff, system_administrator: 'none' } as const satisfies Record<
  Role,
  Scope
>

type LifecyclePermission = `application.${ActionName}`

/** An action that needs a permission. */
export type Action = keyof typeof ownPermissions | LifecyclePermission

const lifecyclePermissions = Object.fromEntries(
  Object.entries(actions).map(([name, { role, from }]): [string, Permission] => [
    `application.${name}`,
    { scope: { [role]: lifecycleScopes[role] }, during: from },
  ]),
) as Record<LifecyclePermission, Permission>

/** All permissions. */
export const permissions: Readonly<Record<Action, Permission>> = {
  ...ownPermissions,
  ...lifecyclePermissions,
}

/**
 * Scopes of admins marked as compliance, who read everything and change nothing but their own account. What is not
 * listed is not allowed.
 */
export const compliancePermissions: Readonly<Partial<Record<Action, Scope>>> = {
  'account.see': 'own',
  'password.choose': 'own',
  'address.confirm': 'own',
  'second-factor.give': 'own',
  'second-factor.manage': 'own',
  'own-sessions.manage': 'own',
  'own-identities.manage': 'own',
  'passkeys.manage': 'own',
  'own-address.change': 'own',
  'own-identity.edit': 'own',
  'today.read': 'own',
  'notifications.read': 'own',
  'own-views.see': 'own',
  'application.review': 'all',
  'document.read': 'all',
  'applications.list': 'all',
  'applications.export': 'all',
  'applications.download': 'all',
  'approvals.list': 'all',
  'screening.read': 'all',
  'lists.read': 'all',
  'risk-models.read': 'all',
  'inspector-file.download': 'all',
  'people.find': 'all',
  'users.list': 'all',
  'stand-ins.see': 'all',
  'imports.read': 'all',
  'security.watch': 'all',
  'outbox.read': 'all',
  'firm.read': 'all',
}
