import { z } from 'zod'
import { firmSectionNames, type FirmSection } from '#features/brand/rules/sections.ts'
import { wordedMailNames } from '#features/brand/rules/wording.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { ownProofSchema } from '#features/access/api/own-proof.ts'

const texts = z.record(z.string(), z.string())
const sectionName = z.enum(firmSectionNames)

const changeSchema = z.object({
  version: z.number().int(),
  /** Name of the user; null once the account was deleted. */
  changedBy: z.string().nullable(),
  changedAt: z.iso.datetime(),
})

const standardSchema = z.object({ subject: z.string(), text: z.string() })

const sectionSchema = z.object({
  /** The section's name. */
  id: sectionName,
  /** 0 before the first change. */
  version: z.number().int(),
  values: texts,
  /** Where each field's value comes from. `environment` is of release 1.0.0. */
  sources: z.record(z.string(), z.enum(['environment', 'database', 'default'])),
  lastChange: changeSchema.nullable(),
  /** The standard wording of a mail; null for other sections. */
  standard: z
    .object({
      now: standardSchema,
      /** As it was when the firm last saved its own wording, if a release has changed it since. */
      before: standardSchema.nullable(),
    })
    .nullable(),
})

/** One section of the firm's settings. */
export type FirmSectionState = Omit<z.infer<typeof sectionSchema>, 'id'> & { id: FirmSection }

const versionSchema = z.object({
  ...changeSchema.shape,
  /** The fields that it changed. */
  fields: z.array(z.string()),
  /** Values that differ from the defaults. */
  values: texts,
})

export type FirmVersionState = z.infer<typeof versionSchema>

const settingsSchema = z.object({
  sections: z.array(sectionSchema),
  setup: z.object({
    /** Whether setup still has to be completed (production only). */
    pending: z.boolean(),
    missing: z.array(z.object({ section: sectionName, field: z.string(), label: z.string() })),
  }),
})

export type FirmSettingsState = z.infer<typeof settingsSchema>

const wordedMailSchema = z.strictObject({
  mail: z.enum(wordedMailNames),
  subject: z.string(),
  opening: z.string(),
  closing: z.string(),
})

/** How many versions a section's history shows. */
export const MAX_VERSIONS = 50
const MAX_VERSION = 1_000_000

/** Calls on the firm's own settings. */
export const firmEndpoints = endpoints({
  'GET /api/firm/settings': {
    summary: 'Get the firm’s settings with the source of each value, and what setup still needs',
    tag: 'Firm',
    access: 'firm.read',
    answer: settingsSchema,
  },
  'PUT /api/firm/settings/{section}': {
    summary:
      'Change a section of the firm’s settings; unchanged values make no version. Admins change the wording of mails only',
    tag: 'Firm',
    access: 'firm.word',
    ifMatch: true,
    repeated: 'same',
    params: z.strictObject({ section: sectionName }),
    body: z.strictObject({
      /** Fields that are left out stay as they are. */
      values: texts,
      /** Needed for the section `signIn`. */
      proof: ownProofSchema.optional(),
    }),
    answer: sectionSchema,
  },
  'GET /api/firm/settings/{section}/versions': {
    summary: `List the ${MAX_VERSIONS} newest versions of a section`,
    tag: 'Firm',
    access: 'firm.read',
    params: z.strictObject({ section: sectionName }),
    answer: z.array(versionSchema),
  },
  'POST /api/firm/settings/{section}/restore': {
    summary: 'Restore an earlier version of a section, as a new version',
    tag: 'Firm',
    access: 'firm.word',
    ifMatch: true,
    repeated: 'same',
    params: z.strictObject({ section: sectionName }),
    body: z.strictObject({
      version: z.number().int().min(1).max(MAX_VERSION),
      proof: ownProofSchema.optional(),
    }),
    answer: sectionSchema,
  },
  'POST /api/firm/wording-previews': {
    summary: 'Preview the wording of a mail with a made-up client; nothing is stored or sent',
    tag: 'Firm',
    access: 'firm.word',
    repeated: 'same',
    body: wordedMailSchema,
    answer: z.object({ subject: z.string(), text: z.string() }),
  },
  'POST /api/firm/test-mails': {
    summary: 'Send yourself a mail to a made-up client with a wording that may not be stored yet; 20 an hour',
    tag: 'Firm',
    access: 'firm.word',
    repeated: 'attempt',
    body: wordedMailSchema,
    answer: 'nothing',
  },
  'POST /api/firm/setup/complete': {
    summary: 'Complete the setup of a new deployment',
    tag: 'Firm',
    access: 'firm.configure',
    repeated: 'same',
    answer: settingsSchema,
  },
})

type FirmEndpoints = typeof firmEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends FirmEndpoints {}
}
