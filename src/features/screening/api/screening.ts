import { z } from 'zod'
import { lineOfText, proseText } from '#base/rules/input/text.ts'
import { liftReasonNames, withdrawalReasonNames } from '#features/approvals/rules/approvals.ts'
import { MAX_TEXT_LENGTH } from '#features/approvals/rules/limits.ts'
import {
  clearingReasonNames,
  hitStates,
  hitVerdicts,
  notFoundReasonNames,
  staffScreeningStateNames,
} from '#features/screening/rules/hits.ts'
import { screenedRoleNames } from '#features/due-diligence/rules/screened-roles.ts'
import { wordMatches } from '#features/screening/rules/match-words.ts'
import { roles } from '#features/access/rules/roles.ts'
import { entryDetailNames, listSourceNames, nameQualities } from '#features/screening/rules/lists.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { packedCursor, pageSize } from '#base/rules/api/page.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

const featureSchema = z.object({
  fact: z.enum(['name', 'birth', 'country', 'sex', 'document']),
  points: z.number(),
  text: z.string(),
})

const pairSchema = z.object({
  mine: z.string(),
  listed: z.string(),
  how: z.enum(wordMatches),
  value: z.number(),
})

/** A possible match of a person and an entry on a list, with the reasons. */
export const hitSchema = z.object({
  id: z.uuid(),
  /** Null for staff. */
  applicationId: z.uuid().nullable(),
  /** The account of a member of staff; null for clients. */
  staffId: z.uuid().nullable(),
  /** Of the client, or of the member of staff. */
  clientName: z.string().nullable(),
  state: z.enum(hitStates),
  source: z.enum(listSourceNames),
  uid: z.string(),
  score: z.number(),
  strong: z.boolean(),
  foundAt: timestamp,
  /** Why a confirmed match is no longer found: it counts all the same. Null where it is found. */
  notFoundBecause: z.enum(notFoundReasonNames).nullable(),
  features: z.array(featureSchema),
  /** The folded names that were compared, and how their words match. */
  mine: z.string(),
  listed: z.string(),
  pairs: z.array(pairSchema),
  /** Who was compared. */
  subject: z.object({
    id: z.uuid(),
    role: z.enum(screenedRoleNames),
    names: z.array(z.string()),
    births: z.array(z.string()),
    countries: z.array(z.string()),
    /** The number of a document is compared too; only its hash is known here. */
    hasNumber: z.boolean(),
  }),
  entry: z.object({
    names: z.array(z.object({ name: z.string(), quality: z.enum(nameQualities) })),
    /** As text: a day, a year, or a range. */
    births: z.array(z.string()),
    countries: z.array(z.string()),
    documents: z.array(z.string()),
    programme: z.string(),
    remarks: z.string(),
    /** What else the list says: shown, and not compared. */
    details: z.partialRecord(z.enum(entryDetailNames), z.array(z.string())),
  }),
  /** The decision, or what is proposed to a second person. */
  verdict: z.enum(hitVerdicts).nullable(),
  reason: z.enum(clearingReasonNames).nullable(),
  words: z.string().nullable(),
  decidedByName: z.string().nullable(),
  decidedBy: z.uuid().nullable(),
  decidedAt: timestamp.nullable(),
  /** The open request to a second person. */
  approvalId: z.uuid().nullable(),
  /** What that request proposes, where it is to lift a confirmed match. */
  lift: z
    .object({
      reason: z.enum(liftReasonNames),
      askedBy: z.uuid(),
      askedByName: z.string(),
      words: z.string(),
      lapsesAt: timestamp,
    })
    .nullable(),
  /** The last request to a second person, where the hit has changed before it was decided. */
  withdrawn: z
    .object({ askedByName: z.string(), at: timestamp, because: z.enum(withdrawalReasonNames) })
    .nullable(),
  /** Another one once the entry or the client has changed. */
  version: z.string(),
})
export type Hit = z.infer<typeof hitSchema>

/** A comparison with all lists in force. */
const screeningSchema = z.object({
  at: timestamp,
  candidates: z.number().int(),
  hits: z.number().int(),
  ruledOut: z.number().int(),
  /** The nearest that are no possible match. */
  best: z.array(
    z.object({
      source: z.string(),
      uid: z.string(),
      name: z.string(),
      score: z.number(),
      features: z.array(featureSchema),
    }),
  ),
})

const ownerScreeningSchema = z.object({
  subjects: z.array(
    z.object({
      id: z.uuid(),
      role: z.enum(screenedRoleNames),
      names: z.array(z.string()),
      /** Of these, the spellings of before, which stay compared. */
      former: z.array(z.string()),
      /** Former spellings that are not compared any more. */
      dropped: z.array(z.object({ name: z.string(), words: z.string(), at: timestamp })),
      unreadable: z.boolean(),
      /** False for someone who no longer acts or pays for the client, or has left the firm. */
      current: z.boolean(),
      /** Newest first. */
      screenings: z.array(screeningSchema),
    }),
  ),
  hits: z.array(hitSchema),
  /** The latest mails to or about the client that were not allowed to leave, by subject. */
  withheldMails: z.array(z.object({ id: z.uuid(), subject: z.string(), at: timestamp })),
})
export type ApplicationScreening = z.infer<typeof ownerScreeningSchema>

/** How far the comparison of staff with lists is, by name, without the reader; those who left after their comparisons. */
const screenedStaffSchema = z.array(
  z.object({
    id: z.uuid(),
    name: z.string(),
    role: z.enum(roles),
    /** The account is deactivated: no list is compared with it any more. */
    left: z.boolean(),
    state: z.enum(staffScreeningStateNames),
    /** The last comparison with all lists; null before the first. */
    comparedAt: timestamp.nullable(),
    /** The lists of confirmed matches. */
    matches: z.array(z.enum(listSourceNames)),
  }),
)
export type ScreenedStaff = z.infer<typeof screenedStaffSchema>

const withId = z.strictObject({ id: z.uuid() })

/** Calls of screening, for admins (docs/decisions/0142). All answer 404 with `FICA_PACK=off`. */
export const screeningEndpoints = endpoints({
  'GET /api/admin/compliance/hits': {
    summary:
      'List the hits that are not decided, and the confirmed matches that are no longer found or to be lifted, oldest first, page by page',
    tag: 'Review',
    access: 'screening.read',
    query: z.strictObject({ limit: pageSize, cursor: packedCursor.optional() }),
    answer: z.array(hitSchema),
  },
  'GET /api/admin/compliance/imported': {
    summary:
      'Count the imported clients to be compared with lists, of one import or of all, and those who were',
    tag: 'Review',
    access: 'screening.read',
    query: z.strictObject({ import: z.uuid().optional() }),
    answer: z.object({
      due: z.number().int(),
      compared: z.number().int(),
      /** Those with possible or confirmed matches. */
      matched: z.number().int(),
      /** Lists in use. */
      lists: z.number().int(),
    }),
  },
  'PUT /api/admin/hits/verdict': {
    summary: 'Decide on hits of one person. Strong hits and matches wait for a second person.',
    tag: 'Review',
    access: 'compliance.work',
    repeated: 'same',
    body: z.strictObject({
      ids: z.array(z.uuid()).min(1).max(200),
      verdict: z.enum(hitVerdicts),
      /** For `no-match`. */
      reason: z.enum(clearingReasonNames).optional(),
      words: proseText(MAX_TEXT_LENGTH).min(1, 'Please enter a reason'),
      /** What was seen of each: 409 `changed` where it is another by now. */
      versions: z.array(z.string().max(64)).max(200).optional(),
    }),
    answer: z.array(hitSchema),
  },
  'PUT /api/admin/hits/{id}/lift': {
    summary: 'Ask a second person to lift a confirmed match, which counts until then',
    tag: 'Review',
    access: 'compliance.work',
    repeated: 'same',
    params: withId,
    body: z.strictObject({
      reason: z.enum(liftReasonNames),
      /** For `delisted`: the day (yyyy-MM-dd), and where it was published. */
      delistedOn: z.iso.date().optional(),
      reference: lineOfText(100).min(1).optional(),
      words: proseText(MAX_TEXT_LENGTH).min(1, 'Please enter a reason'),
    }),
    answer: hitSchema,
  },
  'PUT /api/admin/screened-people/{id}/dropped-name': {
    summary:
      'Take a former spelling out of the comparison, or ask a second person to where a match was ever confirmed',
    tag: 'Review',
    access: 'compliance.work',
    repeated: 'same',
    params: withId,
    body: z.strictObject({
      name: z.string().max(1000),
      words: proseText(MAX_TEXT_LENGTH).min(1, 'Please enter a reason'),
    }),
    answer: ownerScreeningSchema,
  },
  'GET /api/admin/applications/{id}/screening': {
    summary: 'Get who was compared with lists for a client, with all hits and those ruled out',
    tag: 'Review',
    access: 'screening.read',
    params: withId,
    answer: ownerScreeningSchema,
  },
  'GET /api/admin/compliance/staff': {
    summary: 'List the staff with how far their comparison with lists is; never the reader',
    tag: 'Review',
    access: 'screening.read',
    answer: screenedStaffSchema,
  },
  'GET /api/admin/staff/{id}/screening': {
    summary: 'Get how a member of staff was compared with lists; 404 for the own account',
    tag: 'Review',
    access: 'screening.read',
    params: withId,
    answer: ownerScreeningSchema,
  },
  'POST /api/admin/staff/{id}/screening': {
    summary: 'Compare a member of staff with all lists now; 404 for the own account',
    tag: 'Review',
    access: 'compliance.work',
    repeated: 'attempt',
    params: withId,
    answer: ownerScreeningSchema,
  },
  'POST /api/admin/applications/{id}/screening': {
    summary: 'Compare a client with all lists now',
    tag: 'Review',
    access: 'compliance.work',
    repeated: 'attempt',
    params: withId,
    answer: ownerScreeningSchema,
  },
})

type ScreeningEndpoints = typeof screeningEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends ScreeningEndpoints {}
}
