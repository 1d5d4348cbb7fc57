import { z } from 'zod'
import { WIDEST_LIMIT_BYTES } from '#features/applications/rules/documents/kinds.ts'
import { draftSchemas } from '#features/due-diligence/rules/drafts.ts'
import { exposureNames } from '#features/due-diligence/rules/exposure.ts'
import { paperNames } from '#features/due-diligence/rules/papers.ts'
import { NOT_CONFIRMED, taskNames, taskStates } from '#features/due-diligence/rules/tasks.ts'
import { riskLevelNames } from '#features/due-diligence/rules/rating/levels.ts'
import { approvalSchema } from '#features/approvals/api.ts'
import { fileName, password, registered, uploadedTo } from '#features/documents/api/documents.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { gateSchema, problemError } from '#base/rules/api/problem.ts'
import { holdSchema } from './retention-holds.ts'
import { tasksAgain } from './tasks-again.ts'
import { ratingBody, ratingView } from './risk-rating.ts'
import { evidenceView, implausibleView, verdictBody, verificationView } from './verdict.ts'
import { uploadedFileSchema } from '#features/applications/api/uploaded-file.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'
import { jsonValue } from '#base/rules/api/json-value.ts'

const ofApplication = z.strictObject({ id: z.uuid() })
const ofTask = z.strictObject({ task: z.enum(taskNames) })
const ofApplicationTask = ofApplication.extend(ofTask.shape)
const day = z.iso.date()

/** A file of a task. */
const paperFile = uploadedFileSchema.extend({
  issuedOn: day.nullable(),
  expiresOn: day.nullable(),
  addedByStaff: z.boolean(),
})

/** A paper that can be given for a task, with its files. */
const paperView = z.object({
  paper: z.enum(paperNames),
  label: z.string(),
  /** The need that it is for (`needs`). Empty for a paper that is no longer needed. */
  of: z.string(),
  /** A date to ask for. */
  asks: z.enum(['issued', 'expires']).nullable(),
  files: z.array(paperFile),
})

/** Papers of which one is needed. */
const needView = z.object({
  of: z.string(),
  /** As in "Please add {title}". */
  title: z.string(),
  optional: z.boolean(),
  met: z.boolean(),
})

const taskFields = {
  /** Incremented by every change: the task's ETag is `etagOf({ id: pack.applicationId, version })`. */
  version: z.number().int(),
  state: z.enum(taskStates),
  /** A sentence: why it was sent back, or is due. */
  why: z.string().nullable(),
  /** The last day to do it; for an accepted task, when it expires. */
  dueOn: day.nullable(),
  handedInAt: timestamp.nullable(),
  needs: z.array(needView),
  papers: z.array(paperView),
  /** What does not fit together; never blocks. */
  warnings: z.array(problemError.omit({ step: true })),
}

function taskOf<const Name extends keyof typeof draftSchemas>(name: Name) {
  return z.object({
    task: z.literal(name),
    /** The saved draft; null before the first save. */
    content: draftSchemas[name].nullable(),
    ...taskFields,
  })
}

const packTask = z.discriminatedUnion('task', [
  taskOf('identity'),
  taskOf('address'),
  taskOf('bank'),
  taskOf('funds'),
  taskOf('exposure'),
  taskOf('tax'),
])

/** The tasks of a client as the client sees them. */
const packSchema = z.object({
  applicationId: z.uuid(),
  /** Whether tasks can be changed: not once the application was rejected or cancelled. */
  editable: z.boolean(),
  /** Whether the client has to say how their wealth came about. */
  wealthNeeded: z.boolean(),
  tasks: z.array(packTask),
  /** Number of tasks that wait for the client. */
  open: z.number().int(),
})

export type Pack = z.infer<typeof packSchema>
export type PackTask = Pack['tasks'][number]

/** What the client handed in. */
const declarationView = z.object({
  version: z.number().int(),
  /** A draft of the task; account numbers are masked. */
  content: z.record(z.string(), jsonValue),
  /** The version of the confirmed statement. */
  wording: z.string(),
  madeAt: timestamp,
})

const reviewedTask = z.object({
  task: z.enum(taskNames),
  ...taskFields,
  implausible: z.array(implausibleView),
  evidence: z.array(evidenceView),
  /** Newest first. */
  declarations: z.array(declarationView),
  /** Newest first. */
  verifications: z.array(verificationView),
})

/** The tasks of a client as staff see them. */
const reviewedPackSchema = z.object({
  applicationId: z.uuid(),
  /** As in the client's answers. */
  clientName: z.string().nullable(),
  tasks: z.array(reviewedTask),
  open: z.number().int(),
  /** When the client was asked last; null for never. */
  askedAt: timestamp.nullable(),
  /** From the latest declaration. */
  exposure: z.enum(exposureNames),
  /** For admins; null for wealth managers. */
  gate: gateSchema.nullable(),
  /** For users that can approve: not yet, since the check is not complete. The same for every reason. */
  stillChecking: z.boolean(),
  /** For admins: requests about this client, newest first; empty for wealth managers. */
  approvals: z.array(approvalSchema),
  /** For admins; null for wealth managers. */
  rating: ratingView.nullable(),
  /** The level that counts, for admins, and for managers where the firm lets them see it; null before a rating. */
  riskLevel: z.enum(riskLevelNames).nullable(),
  /** For admins, newest first; empty for wealth managers. */
  holds: z.array(holdSchema),
})

export type ReviewedPack = z.infer<typeof reviewedPackSchema>
export type ReviewedPackTask = ReviewedPack['tasks'][number]

const fileBody = z.strictObject({
  paper: z.enum(paperNames),
  issuedOn: day.optional(),
  expiresOn: day.optional(),
  fileURL: uploadedTo,
  fileName,
  password,
})

/** Calls of due diligence (docs/decisions/0142): 404 with `FICA_PACK=off`. */
export const dueDiligenceEndpoints = endpoints({
  'GET /api/application/pack': {
    summary: 'Get your due diligence tasks',
    tag: 'Application',
    access: 'pack.open',
    answer: packSchema,
  },
  'PUT /api/application/pack/{task}': {
    summary: 'Save the draft of a task. Takes If-Match.',
    tag: 'Application',
    access: 'pack.answer',
    ifMatch: true,
    repeated: 'same',
    params: ofTask,
    /** `changed`: opens an accepted task again, since something has changed. */
    query: z.strictObject({ changed: z.literal('1').optional() }),
    /** The whole draft: `draftSchemas[task]`, which also rejects unknown fields. */
    body: z.looseObject({}),
    answer: packSchema,
  },
  'PUT /api/application/pack/{task}/file': {
    summary: 'Register the file uploaded for a paper of a task',
    tag: 'Documents',
    access: 'pack.answer',
    repeated: 'same',
    params: ofTask,
    body: fileBody,
    answer: registered,
  },
  'DELETE /api/application/pack/files/{documentId}': {
    summary: 'Remove a file from a task that is not accepted',
    tag: 'Documents',
    access: 'pack.answer',
    repeated: 'same',
    params: z.strictObject({ documentId: z.uuid() }),
    answer: 'nothing',
  },
  'POST /api/application/pack/{task}/hand-in': {
    summary: 'Hand in a task: its draft becomes a declaration (422 with what is missing)',
    tag: 'Application',
    access: 'pack.answer',
    repeated: 'keyed',
    params: ofTask,
    /** Without the confirmation it is refused with all that is missing, the confirmation included. */
    body: z.strictObject({ accurate: z.boolean(NOT_CONFIRMED) }),
    answer: packSchema,
  },
  'GET /api/admin/applications/{id}/pack': {
    summary: 'Get a client’s due diligence tasks with declarations and verifications; also for their manager',
    tag: 'Review',
    access: 'application.review',
    params: ofApplication,
    answer: reviewedPackSchema,
  },
  'POST /api/admin/applications/{id}/pack/upload': {
    summary: 'Get a signed upload URL for one paper that staff add to a client’s task',
    tag: 'Documents',
    access: 'pack.verify',
    repeated: 'attempt',
    params: ofApplication,
    body: z.strictObject({
      contentType: z.string().max(255).optional(),
      size: z.number().int().min(1).max(WIDEST_LIMIT_BYTES).optional(),
    }),
    answer: z.object({ uploadURL: z.string() }),
  },
  'PUT /api/admin/applications/{id}/pack/{task}/file': {
    summary: 'Register a file that staff uploaded for a paper of a task',
    tag: 'Documents',
    access: 'pack.verify',
    repeated: 'same',
    params: ofApplicationTask,
    body: fileBody,
    answer: registered,
  },
  'PUT /api/admin/applications/{id}/pack/{task}/verdict': {
    summary: 'Accept a task, or send it back to the client (409 where the client has sent a newer version)',
    tag: 'Review',
    access: 'pack.verify',
    repeated: 'same',
    params: ofApplicationTask,
    body: verdictBody,
    answer: reviewedPackSchema,
  },
  'POST /api/admin/applications/{id}/pack/ask': {
    summary: 'Ask the client by email for all tasks that are open, and to do others again',
    tag: 'Review',
    access: 'pack.verify',
    repeated: 'keyed',
    params: ofApplication,
    /** `dueOn`: the last day (yyyy-MM-dd); default: in two weeks. */
    body: z.strictObject({ dueOn: day.optional(), again: tasksAgain.optional() }),
    answer: reviewedPackSchema,
  },
  'POST /api/admin/applications/{id}/rating': {
    summary: 'Rate the client’s risk by the model in force, and ask for the approval that the rating needs',
    tag: 'Review',
    access: 'rating.make',
    repeated: 'keyed',
    params: ofApplication,
    body: ratingBody,
    answer: reviewedPackSchema,
  },
  'POST /api/admin/applications/{id}/pack/account': {
    summary: 'Show the client’s whole account number, which is recorded',
    tag: 'Review',
    access: 'pack.verify',
    repeated: 'attempt',
    params: ofApplication,
    answer: z.object({ accountNumber: z.string().nullable(), iban: z.string().nullable() }),
  },
})

type DueDiligenceEndpoints = typeof dueDiligenceEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends DueDiligenceEndpoints {}
}
