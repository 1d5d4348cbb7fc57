import { z } from 'zod'
import { actionNames } from '#domain/applications/lifecycle/transitions.ts'
import { applicationStatuses } from '#domain/applications/lifecycle/statuses.ts'
import { checkDecisionNames } from '#domain/applications/review/checks.ts'
import { adminSorts, managerSorts, MAX_PAGE_SIZE } from '#domain/applications/review/list.ts'
import {
  adminViewNames,
  managerViewNames,
  MAX_QUIET_DAYS,
  type ViewName,
} from '#domain/applications/review/views.ts'
import { checkNames } from '#domain/applications/warnings.ts'
import { timelineParts } from '#domain/audit/timeline-parts.ts'
import { waitingOnNames } from '#domain/corrections/rounds.ts'
import { proseText } from '#domain/applications/wizard/text.ts'
import { invitationStateNames } from '#domain/users/invitations.ts'
import { roles } from '#domain/users/roles.ts'
import { applicationSchema } from './application.ts'
import { endpoints } from './endpoint.ts'
import { undoTokenSchema } from './undo-token.ts'
import { listQuery, packedCursor, pageSize, pageSizeOrAll } from './list-query.ts'

export const MAX_REASON_LENGTH = 2000

const status = z.enum(applicationStatuses)
const timestamp = z.iso.datetime().nullable()
const params = z.strictObject({ id: z.uuid() })
const count = z.number().int().min(0)

/** Whom a round of corrections waits for. */
const waitingOn = z.enum(waitingOnNames).optional()

/** Whether nobody looks after it who could: no manager, or one who is deactivated. What was turned down or cancelled waits for nobody. */
const unassigned = z.boolean()

/** Until when the invitation works that its client has not used; null where they have signed in. */
const invitedUntil = timestamp

/** What any list of applications takes beside its status, sort and search. */
const narrowed = {
  limit: pageSizeOrAll(MAX_PAGE_SIZE),
  waitingOn,
  /** Leaves out those whose round of corrections waits for them. */
  exceptWaitingOn: waitingOn,
  /** Those of which nothing has changed for so many days. */
  quietDays: z.coerce.number<number>().int().min(1).max(MAX_QUIET_DAYS).optional(),
  invitation: z.enum(invitationStateNames).optional(),
}

/** How many applications each view of a list has. */
function viewCounts<const Names extends readonly ViewName[]>(names: Names) {
  return z.object({ counts: z.record(z.enum(names), count) })
}

/** An application as a row of a list. */
export const listedApplicationSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  status,
  /** Whom a round of corrections waits for; null where none is open. */
  waitingOn: z.enum(waitingOnNames).nullable(),
  currentStep: z.string().nullable(),
  createdAt: z.iso.datetime(),
  submittedAt: timestamp,
  onboardedAt: timestamp,
  cancelledAt: timestamp,
  /** Since when staff are waited for: submitted, or sent back; null where they are not. */
  waitingSince: timestamp,
  statusChangedAt: z.iso.datetime(),
  /** The day (yyyy-MM-dd, South Africa) on which anything of it changed last. */
  lastActiveOn: z.iso.date(),
  createdByWealthManagerId: z.uuid().nullable(),
  /** The manager's, or what they sign in with. */
  wealthManagerName: z.string().nullable(),
  unassigned,
  invitedUntil,
  fullName: z.string().nullable(),
  emailAddress: z.string(),
  mobileNumber: z.string().nullable(),
  /** Rand, below zero where more is owed than owned; null where no amount was given. */
  netWorth: z.number().nullable(),
})

export type ListedApplication = z.infer<typeof listedApplicationSchema>

/** A check that an answer failed, with the latest decision of staff about that answer. */
const checkSchema = z.object({
  path: z.string(),
  check: z.enum(checkNames),
  message: z.string(),
  /** The answers that failed, as one text: a decision names what it is about. */
  about: z.string(),
  /** Null without a decision about the present answers. */
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

/** An application as those see it who review it. */
export const reviewedApplicationSchema = z.object({
  ...applicationSchema.omit({ correctionRound: true }).shape,
  /** Whom a round of corrections waits for; null where none is open. */
  waitingOn: z.enum(waitingOnNames).nullable(),
  /** What the client signs in with. */
  username: z.string(),
  /** What the client's account is called; mails greet by it. */
  accountName: z.string().nullable(),
  /** The address that staff gave the client and that waits to be confirmed; null where none does. */
  newAddress: z.object({ email: z.string(), expiresAt: z.iso.datetime() }).nullable(),
  statusChangedAt: z.iso.datetime(),
  /** Why it came to its status, whichever it is, where whoever changed it said so. */
  statusReason: z.string().nullable(),
  /** What the caller can do to its status now. */
  actions: z.array(z.enum(actionNames)),
  /** Where it goes if the caller reopens it; null where they cannot. */
  reopensTo: z.enum(['under_review', 'draft']).nullable(),
  /** What looks wrong in the answers and may be right. */
  warnings: z.array(checkSchema),
  /** Which of its documents the caller has opened, as the log has it. */
  openedDocuments: z.array(z.uuid()),
  /** What the caller did last and can take back until then, before its mails leave; null for nothing. */
  undo: undoTokenSchema,
  /** When the client was last reminded to go on. */
  remindedAt: timestamp,
  unassigned,
  invitedUntil,
})

/** A check of a reviewed application. */
export type ReviewedCheck = ReviewedApplication['warnings'][number]

export type ReviewedApplication = z.infer<typeof reviewedApplicationSchema>

const statusCounts = z.object({ total: count, statuses: z.record(status, count) })

/** What staff do with a status: the one lifecycle table says which changes there are. */
const changeStatus = z.strictObject({
  status,
  /** The status that the caller has seen: where it is another by now, nothing happens (409). */
  expectedStatus: status.optional(),
  /** Why: the screens ask where the lifecycle wants one (`asksForReason`); kept wherever it is given. */
  reason: proseText(MAX_REASON_LENGTH).min(1, 'Please give a reason').optional(),
})

/** One thing that happened to an application. */
const timelineEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** One of the audit log's events (`domain/audit/events.ts`). */
  action: z.string(),
  /** Null where nobody was signed in, and for people who are gone. */
  actorName: z.string().nullable(),
  actorRole: z.enum(roles).nullable(),
  /** Of a change of the status. */
  statusChange: z.object({ from: status, to: status, reason: z.string().nullable() }).nullable(),
})

export type TimelineEntry = z.infer<typeof timelineEntry>

/** Which page of a timeline: the next as the `Link` header of the one before says it. */
const pageQuery = z.strictObject({
  /** What was decided and done, or what goes on around it; all of it where nobody says. */
  part: z.enum(timelineParts).optional(),
  limit: pageSize,
  cursor: packedCursor.optional(),
})

/** What is asked of the admins' list. */
export const adminQuery = listQuery(adminSorts).extend({
  ...narrowed,
  /** Those of one wealth manager; `none`: those whom nobody looks after. */
  wealthManager: z.union([z.literal('none'), z.uuid()]).optional(),
})

/** What the list of all applications is narrowed by, however it is sorted. */
export const adminFilter = adminQuery.omit({ sort: true, direction: true, limit: true, cursor: true })

/** What is asked of a manager's list. */
export const managerQuery = listQuery(managerSorts).extend(narrowed)

/** What is asked of a page, and not of a list as a whole. */
export const ofAPage = { limit: true, cursor: true } as const

/** What a name can be given to: what a list is narrowed by, and its order. A search is for somebody, and their name would outlive them there. */
const ofAMoment = { ...ofAPage, search: true } as const

/** The parameters of each desk's list that a view can have. */
export const viewQueries = {
  admin: adminQuery.omit(ofAMoment),
  wealth_manager: managerQuery.omit(ofAMoment),
} as const

export type ViewQuery = z.infer<(typeof viewQueries)[keyof typeof viewQueries]>

/** The calls of those who review applications (specification section 7). A manager reaches their own clients alone. */
export const staffApplicationEndpoints = endpoints({
  'GET /api/admin/applications': {
    summary: 'List all applications; page by page with `limit` or `cursor`',
    tag: 'Review',
    access: 'applications.list',
    query: adminQuery,
    answer: z.array(listedApplicationSchema),
  },
  'GET /api/admin/application-figures': {
    summary: 'Count applications by status, by week, and by the step where drafts stopped',
    tag: 'Review',
    access: 'applications.list',
    answer: z.object({
      ...statusCounts.shape,
      /** How many nobody looks after. */
      unassigned: count,
      /** The latest 26 weeks, oldest first; each by its Monday (yyyy-MM-dd, South Africa). */
      weeks: z.array(z.object({ week: z.iso.date(), started: count, submitted: count })),
      /** Drafts by their current step, in the order of the steps; null for a step that nobody knows. */
      draftSteps: z.array(z.object({ step: z.string().nullable(), count })),
    }),
  },
  'GET /api/admin/application-views': {
    summary: 'Count the applications in each view of the list: unassigned, waiting for somebody, gone quiet',
    tag: 'Review',
    access: 'applications.list',
    answer: viewCounts(adminViewNames),
  },
  'GET /api/wealth-manager/applications': {
    summary: 'List your own clients’ applications; page by page with `limit` or `cursor`',
    tag: 'Review',
    access: 'own-clients.list',
    query: managerQuery,
    answer: z.array(listedApplicationSchema),
  },
  'GET /api/wealth-manager/application-views': {
    summary: 'Count your own clients’ applications in each view of the list',
    tag: 'Review',
    access: 'own-clients.list',
    answer: viewCounts(managerViewNames),
  },
  'GET /api/wealth-manager/application-figures': {
    summary: 'Count your own clients’ applications by status',
    tag: 'Review',
    access: 'own-clients.list',
    answer: statusCounts,
  },
  'GET /api/admin/applications/{id}': {
    summary: 'Get one application with everything in it; also for its manager',
    tag: 'Review',
    access: 'application.review',
    params,
    /** `ahead`: it follows what somebody looks at, and is not looked at yet; the log tells the two apart. */
    query: z.strictObject({ ahead: z.literal('1').optional() }),
    answer: reviewedApplicationSchema,
  },
  'GET /api/admin/applications/{id}/timeline': {
    summary: 'List what happened to an application, latest first, page by page; also for its manager',
    tag: 'Review',
    access: 'application.review',
    params,
    query: pageQuery,
    answer: z.array(timelineEntry),
  },
  'PATCH /api/admin/applications/{id}/status': {
    summary: 'Change the status of an application, where the lifecycle lets you',
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
    summary:
      'Reopen an approved, rejected or cancelled application: under review again, or the draft that it was',
    tag: 'Review',
    access: 'application.reopen',
    repeated: 'keyed',
    params,
    body: z.strictObject({
      /** The status that the caller has seen: where it is another by now, nothing happens (409). */
      expectedStatus: status.optional(),
      reason: proseText(MAX_REASON_LENGTH).min(1, 'Please give a reason'),
    }),
    answer: reviewedApplicationSchema,
  },
})
