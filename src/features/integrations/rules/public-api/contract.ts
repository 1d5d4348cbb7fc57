import { countries } from '#features/applications/rules/wizard/countries.ts'
import { problemCodes } from '#base/rules/api/problem.ts'
import { z } from 'zod'
import { applicationStatuses, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { addressFields } from '#features/applications/rules/wizard/address.ts'
import { employmentFields } from '#features/applications/rules/wizard/employment.ts'
import { assetFields, liabilityFields } from '#features/applications/rules/wizard/net-worth.ts'
import { personalFields } from '#features/applications/rules/wizard/personal.ts'
import { packedCursor, pageSizeOf } from '#base/rules/api/page.ts'
import { documentKindNames } from '#features/applications/rules/documents/kinds.ts'
import { eventTypes } from '#features/applications/rules/events.ts'
import { tokenScopes, type TokenScope } from '#features/integrations/rules/scopes.ts'
import { zonedTimestampSchema } from '#base/rules/time/timestamp-schema.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

/** One call of `/api/v1`. All of them read. */
export interface PublicEndpoint {
  summary: string
  /** The scope that a token needs; null: any valid token. */
  scope: TokenScope | null
  /** The further scope that `expand` needs. */
  expand?: TokenScope
  params?: z.ZodObject
  query?: z.ZodObject
  answer: z.ZodType | 'file'
}

const one = z.strictObject({ id: z.uuid() })
const pageSize = pageSizeOf({ initial: 100, max: 500 })

const anyStatus = `(${applicationStatuses.join('|')})`
const statusList = z
  .string()
  .regex(new RegExp(`^${anyStatus}(,${anyStatus})*$`, 'u'), 'Please list statuses, separated by commas.')
  // The pattern allows only statuses.
  .transform((names) => [...new Set(names.split(',') as ApplicationStatus[])])

const wealthManager = z.object({ id: z.uuid(), name: z.string(), email: z.string() })

const client = z.object({
  id: z.uuid(),
  fullName: z.string().nullable(),
  email: z.string(),
  mobileNumber: z.string().nullable(),
})

const listed = z.object({
  id: z.uuid(),
  /** For people: PPW-7Q3K-29. */
  reference: z.string(),
  status: z.enum(applicationStatuses),
  /** Whose turn it is in an open correction request; null for none. */
  waitingOn: z.enum(['client', 'staff']).nullable(),
  /** Incremented by every change: tells which of two events is newer. */
  version: z.number().int(),
  createdAt: timestamp,
  submittedAt: timestamp.nullable(),
  statusChangedAt: timestamp,
  onboardedAt: timestamp.nullable(),
  cancelledAt: timestamp.nullable(),
  updatedAt: timestamp,
  wealthManager: wealthManager.nullable(),
  client,
})

const document = z.object({
  id: z.uuid(),
  kind: z.enum(documentKindNames),
  contentType: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  uploadedAt: timestamp,
})

const answers = z.object({
  personal: personalFields,
  address: addressFields,
  employment: employmentFields,
  assets: assetFields,
  liabilities: liabilityFields,
})

/** ID, passport and tax numbers are null without the scope `application.identity`. */
const details = {
  /** Rand; null without amounts. */
  netWorth: z.number().nullable(),
  answers,
  documents: z.array(document),
}

const detail = listed.extend(details)

/** With `expand=answers` each application is as `GET /api/v1/applications/{id}` answers it. */
const listedOrExpanded = listed.extend(z.object(details).partial().shape)

/** Applications of a page with `expand`: each is decrypted, and its access recorded. */
const MAX_EXPANDED = 100

const event = z.object({
  /** `evt_...`: the `webhook-id` of its deliveries. */
  id: z.string(),
  position: z.number().int(),
  type: z.enum(eventTypes),
  timestamp,
  data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})

const tokenFacts = z.object({
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  clients: z.enum(['all', 'manager']),
  expiresAt: timestamp,
})

/** The names of its enums, for generated clients. */
export const publicEnums = {
  ApplicationStatus: applicationStatuses,
  Country: countries,
  DocumentKind: documentKindNames,
  EventType: eventTypes,
  ProblemCode: problemCodes,
  TokenScope: tokenScopes,
}

/** The names of its schemas, for generated clients. */
export const publicSchemas = {
  Application: detail,
  ListedApplication: listedOrExpanded,
  Client: client,
  WealthManager: wealthManager,
  Answers: answers,
  PersonalDetails: personalFields,
  Address: addressFields,
  Employment: employmentFields,
  Assets: assetFields,
  Liabilities: liabilityFields,
  Document: document,
  Event: event,
  Token: tokenFacts,
}

/** The API for programs. Within version 1, fields are only added. */
export const publicApi = {
  'GET /api/v1/token': {
    summary: 'Get the name, scopes and expiry of your token',
    scope: null,
    answer: tokenFacts,
  },
  'GET /api/v1/applications': {
    summary: 'List applications by their last change, oldest first, page by page',
    scope: 'applications.list',
    expand: 'application.review',
    query: z
      .strictObject({
        status: statusList.optional(),
        /** Applications changed at this time or later. */
        updatedSince: zonedTimestampSchema.optional(),
        limit: pageSize,
        /** From the previous page's `Link` header (rel="next"). */
        cursor: packedCursor.optional(),
        /** Each application with its answers and documents, as the call for one returns it. */
        expand: z.literal('answers').optional(),
      })
      .refine(({ expand, limit }) => expand === undefined || limit <= MAX_EXPANDED, {
        path: ['limit'],
        error: `With expand, a page has at most ${MAX_EXPANDED} applications`,
      }),
    answer: z.array(listedOrExpanded),
  },
  'GET /api/v1/applications/{id}': {
    summary: 'Get an application with its answers and a list of its documents',
    scope: 'application.review',
    params: one,
    answer: detail,
  },
  'GET /api/v1/documents/{id}/content': {
    summary: 'Download a document',
    scope: 'document.read',
    params: one,
    answer: 'file',
  },
  'GET /api/v1/events': {
    summary: 'List events of the last 30 days after a position, oldest first',
    scope: 'events.read',
    query: z.strictObject({
      /** The greatest `position` that you have processed. */
      after: z.coerce.number<number>().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
      limit: pageSize,
    }),
    answer: z.array(event),
  },
} as const satisfies Record<`GET /api/v1/${string}`, PublicEndpoint>

export type PublicApi = typeof publicApi
export type PublicKey = keyof PublicApi
export type ListedForProgram = z.infer<typeof listedOrExpanded>
export type ApplicationForProgram = z.infer<typeof detail>
export type EventForProgram = z.infer<typeof event>
