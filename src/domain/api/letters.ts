import { z } from 'zod'
import { lineOfText } from '#domain/applications/wizard/text.ts'
import { profileSchema } from '#domain/firm/letter/profile.ts'
import { endpoints } from './endpoint.ts'

const ofManager = z.strictObject({ id: z.uuid() })

const gapSchema = z.object({
  /** A section of the settings, or `manager`. */
  at: z.string(),
  field: z.string(),
  label: z.string(),
})

const managerSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  username: z.string(),
  profile: profileSchema,
  /** What is missing for the letter. */
  gaps: z.array(gapSchema),
  /** `outdated`: generated, and would say something else today. */
  letter: z.enum(['none', 'uploaded', 'current', 'outdated']),
  /** The template of a generated letter. */
  version: z.number().int().nullable(),
  issuedAt: z.iso.datetime().nullable(),
})

/** A wealth manager and their letter. */
export type ManagerLetter = z.infer<typeof managerSchema>

const lettersSchema = z.object({
  /** The current template; null before the first. */
  published: z
    .object({
      version: z.number().int(),
      checkedBy: z.string(),
      /** Name of the user; null once the account was deleted. */
      publishedBy: z.string().nullable(),
      publishedAt: z.iso.datetime(),
    })
    .nullable(),
  /** Whether the settings differ from the published template. */
  changed: z.boolean(),
  /** What the firm's part of the letter lacks. */
  gaps: z.array(gapSchema),
  managers: z.array(managerSchema),
})

/** The firm's letters. */
export type LettersState = z.infer<typeof lettersSchema>

const MAX_VERSION = 1_000_000
const version = z.number().int().min(0).max(MAX_VERSION)

/** Calls on FAIS letters that are generated from the firm's template. */
export const letterEndpoints = endpoints({
  'GET /api/firm/letters': {
    summary: 'Get the published template, what letters lack, and the letter of each wealth manager',
    tag: 'Firm',
    access: 'firm.read',
    answer: lettersSchema,
  },
  'GET /api/firm/letters/preview': {
    summary:
      'Preview the letter with the settings as they are, for one wealth manager or a made-up one (PDF)',
    tag: 'Firm',
    access: 'firm.read',
    query: z.strictObject({ managerId: z.uuid().optional() }),
    answer: 'file',
  },
  'POST /api/firm/letters/publish': {
    summary: 'Publish the letter’s settings as the template of new letters (409 while something is missing)',
    tag: 'Firm',
    access: 'firm.word',
    repeated: 'same',
    body: z.strictObject({
      /** Who checked it against the General Code. */
      checkedBy: lineOfText(120).min(1, 'Please enter who checked the letter'),
      /** The versions of the sections `letterFacts` and `letterText` that were checked (412 for others). */
      factsVersion: version,
      textVersion: version,
    }),
    answer: lettersSchema,
  },
  'PUT /api/firm/letters/profiles/{id}': {
    summary: 'Change what letters say of a wealth manager',
    tag: 'Firm',
    access: 'firm.word',
    repeated: 'same',
    params: ofManager,
    body: profileSchema,
    answer: managerSchema,
  },
  'POST /api/firm/letters': {
    summary:
      'Generate the letter of a wealth manager from the published template; clients get it at once. A letter that is up to date stays',
    tag: 'Firm',
    access: 'firm.word',
    repeated: 'same',
    body: z.strictObject({
      managerId: z.uuid(),
      /** Needed where the current letter was uploaded (409, `uploaded-letter`). */
      replaceUploaded: z.boolean().default(false),
    }),
    answer: managerSchema,
  },
})
