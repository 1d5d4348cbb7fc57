import { z } from 'zod'
import { standIn } from '#features/accounts/api/stand-ins.ts'
import { actionNames } from '#features/access/rules/lifecycle/transitions.ts'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { paperOnlyReasons } from '#features/documents/rules/paper-only.ts'
import { checkDecisionNames } from '#features/review/rules/checks.ts'
import { adminSorts, managerSorts, MAX_PAGE_SIZE } from '#base/rules/api/list.ts'
import {
  adminViewNames,
  managerViewNames,
  MAX_QUIET_DAYS,
  type ViewName,
} from '#features/review/rules/views.ts'
import { checkNames } from '#features/applications/rules/warnings.ts'
import { packFilterNames, packStateNames } from '#features/due-diligence/rules/pack-state.ts'
import { waitingOnNames } from '#features/applications/rules/round/rounds.ts'
import { proseText } from '#base/rules/input/text.ts'
import { invitationStateNames } from '#features/accounts/rules/invitations.ts'
import { applicationSchema } from '#features/applications/api/application.ts'
import { editedMailSchema } from '#features/mail/api/edited-mail.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { pageQuery, timelineEntry } from './timeline.ts'
import { undoTokenSchema } from '#features/applications/api/undo-token.ts'
import { listQuery } from '#features/applications/api/list-query.ts'
import { pageSizeOrAll } from '#base/rules/api/page.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

export const MAX_REASON_LENGTH = 2000

const status = z.enum(applicationStatuses)
const params = z.strictObject({ id: z.uuid() })
const count = z.number().int().min(0)

/** Whose turn it is in an open correction request. */
const waitingOn = z.enum(waitingOnNames).optional()

/** Without an active wealth manager; not for declined applications. */
const unassigned = z.boolean()

/** Expiry of an unused invitation; null once the client has signed in. */
const invitedUntil = timestamp.nullable()

/** Filters that every application list takes besides status, sort and search. */
const narrowed = {
  limit: pageSizeOrAll(MAX_PAGE_SIZE),
  waitingOn,
  /** Excludes those whose correction request waits for this side. */
  exceptWaitingOn: waitingOn,
  /** Besides `status`: also those whose correction request waits for this side. */
  alsoWaitingOn: waitingOn,
  /** No change for this many days. */
  quietDays: z.coerce.number<number>().int().min(1).max(MAX_QUIET_DAYS).optional(),
  invitation: z.enum(invitationStateNames).optional(),
  /** State of due diligence, where it is switched on. */
  pack: z.enum(packFilterNames).optional(),
}

const statusCounts = z.object({ total: count, statuses: z.record(status, count) })

/** What a list is shown with. */
function listFrame<const Names extends readonly ViewName[]>(names: Names) {
  return z.object({
    ...statusCounts.shape,
    /** Number of applications in each view; without those of due diligence where it is switched off. */
    counts: z.partialRecord(z.enum(names), count),
    /** Absences: all for admins, for a wealth manager those that concern them. */
    standIns: z.array(standIn),
    /** Whether a bulk action of the caller is running. */
    isActing: z.boolean(),
  })
}

/** An application as a row of a list. */
export const listedApplicationSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  status,
  /** Whose turn it is in the open correction request; null for none. */
  waitingOn: z.enum(waitingOnNames).nullable(),
  currentStep: z.string().nullable(),
  createdAt: z.iso.datetime(),
  submittedAt: timestamp.nullable(),
  onboardedAt: timestamp.nullable(),
  cancelledAt: timestamp.nullable(),
  /** Since when staff are expected to act: submitted or answered; null otherwise. */
  waitingSince: timestamp.nullable(),
  /** The day (South Africa) by which the client was promised an answer; null if none is stored. */
  answerPromisedBy: z.iso.date().nullable(),
  statusChangedAt: z.iso.datetime(),
  /** Who made the latest status change; null for automatic ones, and for those that were imported. */
  statusChangedBy: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The day (yyyy-MM-dd, South Africa) of the latest change. */
  lastActiveOn: z.iso.date(),
  createdByWealthManagerId: z.uuid().nullable(),
  /** The manager's name, or username. */
  wealthManagerName: z.string().nullable(),
  unassigned,
  invitedUntil,
  fullName: z.string().nullable(),
  emailAddress: z.string(),
  mobileNumber: z.string().nullable(),
  /** Rand, may be negative; null without amounts. */
  netWorth: z.number().nullable(),
  /** The due diligence tasks; null where due diligence is switched off. */
  pack: z.object({ state: z.enum(packStateNames), done: count, toVerify: count }).nullable(),
  /** For admins: a match that prohibits is confirmed; false for managers. */
  prohibited: z.boolean(),
})

export type ListedApplication = z.infer<typeof listedApplicationSchema>

/** A failed check of an answer, with the latest staff decision on that answer. */
const checkSchema = z.object({
  path: z.string(),
  check: z.enum(checkNames),
  message: z.string(),
  /** The failed answers as text, which identifies what a decision is about. */
  about: z.string(),
  /** Null without a decision on the current answers. */
  settlement: z
    .object({
      id: z.uuid(),
      decision: z.enum(checkDecisionNames),
      reason: z.string(),
      byName: z.string(),
      at: z.iso.datetime(),
    })
    .nullable(),
})

/** An application as reviewers see it. */
export const reviewedApplicationSchema = z.object({
  ...applicationSchema.omit({ correctionRound: true }).shape,
  /** Whose turn it is in the open correction request; null for none. */
  waitingOn: z.enum(waitingOnNames).nullable(),
  /** The client's username. */
  username: z.string(),
  /** The account's name, used in mail greetings. */
  accountName: z.string().nullable(),
  /** A new address from staff that is not confirmed yet; null for none. */
  newAddress: z.object({ email: z.string(), expiresAt: z.iso.datetime() }).nullable(),
  statusChangedAt: z.iso.datetime(),
  statusChangedBy: listedApplicationSchema.shape.statusChangedBy,
  /** The recorded reason for its status, whichever it is. */
  statusReason: z.string().nullable(),
  /** Status actions open to the caller now. */
  actions: z.array(z.enum(actionNames)),
  /** Target status if the caller reopens it; null if they cannot. */
  reopensTo: z.enum(['under_review', 'draft']).nullable(),
  /** Plausibility warnings about the answers. */
  warnings: z.array(checkSchema),
  /** The answers that each document can prove, with the tick of a reviewer; cleared when the answer changes. */
  proofs: z.array(
    z.object({
      path: z.string(),
      documentId: z.uuid(),
      about: z.string(),
      proof: z.object({ byName: z.string(), at: z.iso.datetime() }).nullable(),
    }),
  ),
  /** Why the client must sign the FAIS letter on paper, if so. */
  letterPaperOnly: z.enum(paperOnlyReasons).nullable(),
  /** Documents that the caller has opened, from the audit log. */
  openedDocuments: z.array(z.uuid()),
  /** The caller's latest change, which can be undone until its mails are sent; null for none. */
  undo: undoTokenSchema,
  /** When the client was last reminded. */
  remindedAt: timestamp.nullable(),
  /** Whether the client is reminded automatically; null where nothing is waiting for them. */
  automaticReminders: z.boolean().nullable(),
  unassigned,
  invitedUntil,
  /**
   * When it was imported, the client's reference in the system before, and whether the client was not invited yet; null
   * for others.
   */
  imported: z
    .object({ at: z.iso.datetime(), reference: z.string().nullable(), notInvited: z.boolean() })
    .nullable(),
})

/** A check of a reviewed application. */
export type ReviewedCheck = ReviewedApplication['warnings'][number]

export type ReviewedApplication = z.infer<typeof reviewedApplicationSchema>

/** Staff changes of a status; the lifecycle table defines the allowed ones. */
const changeStatus = z.strictObject({
  status,
  /** The status that the caller saw: 409 if it has changed since. */
  expectedStatus: status.optional(),
  /** The reason: screens ask for it where the lifecycle requires one (`asksForReason`). */
  reason: proseText(MAX_REASON_LENGTH).min(1, 'Please give a reason').optional(),
  /** The mail to the client, if the caller edited it. */
  mail: editedMailSchema.optional(),
})

/** Query of the admins' list. */
export const adminQuery = listQuery(adminSorts).extend({
  ...narrowed,
  /** Applications of one wealth manager; `none`: without an active one. */
  wealthManager: z.union([z.literal('none'), z.uuid()]).optional(),
})

/** Filters of the list of all applications, without the sort. */
export const adminFilter = adminQuery.omit({ sort: true, direction: true, limit: true, cursor: true })

/** Query of a manager's list. */
export const managerQuery = listQuery(managerSorts).extend(narrowed)

/** Parameters of a page, not of the list. */
export const ofAPage = { limit: true, cursor: true } as const

/** Excluded from saved views: paging, and searches, which would store personal names. */
const ofAMoment = { ...ofAPage, search: true } as const

/** Parameters that saved views of each list can have. */
export const viewQueries = {
  admin: adminQuery.omit(ofAMoment),
  wealth_manager: managerQuery.omit(ofAMoment),
} as const

export type ViewQuery = z.infer<(typeof viewQueries)[keyof typeof viewQueries]>

/** Calls of reviewers (specification section 7). Managers' scope is their own clients. */
export const staffApplicationEndpoints = endpoints({
  'GET /api/admin/applications': {
    summary: 'List all applications; page by page with `limit` or `cursor`',
    tag: 'Review',
    access: 'applications.list',
    query: adminQuery,
    answer: z.array(listedApplicationSchema),
  },
  'GET /api/admin/application-figures': {
    summary: 'Count applications by status, by week, and by the step where drafts stalled',
    tag: 'Review',
    access: 'applications.list',
    answer: z.object({
      ...statusCounts.shape,
      /** Number without an active wealth manager. */
      unassigned: count,
      /** The latest 26 weeks, oldest first; by Monday (yyyy-MM-dd, South Africa). */
      weeks: z.array(z.object({ week: z.iso.date(), started: count, submitted: count })),
      /** Drafts by current step, in step order; null for an unknown step. */
      draftSteps: z.array(z.object({ step: z.string().nullable(), count })),
    }),
  },
  'GET /api/admin/application-views': {
    summary: 'Count the applications by view and status, with absences',
    tag: 'Review',
    access: 'applications.list',
    answer: listFrame(adminViewNames),
  },
  'GET /api/wealth-manager/applications': {
    summary: 'List your own clients’ applications; page by page with `limit` or `cursor`',
    tag: 'Review',
    access: 'own-clients.list',
    query: managerQuery,
    answer: z.array(listedApplicationSchema),
  },
  'GET /api/wealth-manager/application-views': {
    summary: 'Count your own clients’ applications by view and status, with absences',
    tag: 'Review',
    access: 'own-clients.list',
    answer: listFrame(managerViewNames),
  },
  'GET /api/admin/applications/{id}': {
    summary: 'Get one application with everything in it; also for its manager',
    tag: 'Review',
    access: 'application.review',
    params,
    /** `ahead`: prefetched, not shown yet; audited differently. */
    query: z.strictObject({ ahead: z.literal('1').optional() }),
    answer: reviewedApplicationSchema,
  },
  'GET /api/admin/applications/{id}/timeline': {
    summary: 'List the events of an application, latest first, page by page; also for its manager',
    tag: 'Review',
    access: 'application.review',
    params,
    query: pageQuery,
    answer: z.array(timelineEntry),
  },
  'PATCH /api/admin/applications/{id}/status': {
    summary: 'Change the status of an application, where the lifecycle allows it',
    tag: 'Review',
    access: 'application.change-status',
    repeated: 'keyed',
    params,
    body: changeStatus,
    answer: reviewedApplicationSchema,
  },
  'PUT /api/admin/applications/{id}/status': {
    summary: 'Change the status of an application; the same as PATCH',
    tag: 'Review',
    access: 'application.change-status',
    repeated: 'keyed',
    params,
    body: changeStatus,
    answer: reviewedApplicationSchema,
  },
  'POST /api/admin/applications/{id}/reopen': {
    summary: 'Reopen an approved, rejected or cancelled application, under review or as a draft',
    tag: 'Review',
    access: 'application.reopen',
    repeated: 'keyed',
    params,
    body: z.strictObject({
      /** The status that the caller saw: 409 if it has changed since. */
      expectedStatus: status.optional(),
      reason: proseText(MAX_REASON_LENGTH).min(1, 'Please give a reason'),
      /** The mail to the client, if the caller edited it. */
      mail: editedMailSchema.optional(),
    }),
    answer: reviewedApplicationSchema,
  },
})

type StaffApplicationEndpoints = typeof staffApplicationEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends StaffApplicationEndpoints {}
}
