import { z } from 'zod'
import { lineOfText } from '#base/rules/input/text.ts'
import { profileSchema } from '#features/signing/rules/letter/profile.ts'
import { paperOnlyReasons } from '#features/documents/rules/paper-only.ts'
import { letterOutcomeNames, MAX_LETTERS } from '#features/signing/rules/letter/run.ts'
import { endpoints } from '#features/access/api/endpoint.ts'

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
  /** Why clients must sign it on paper; null where they can sign on screen. */
  paperOnly: z.enum(paperOnlyReasons).nullable(),
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

const count = z.number().int()

const runSchema = z.object({
  id: z.uuid(),
  /** The template that letters are generated from. */
  version: count,
  total: count,
  /** Number of letters by outcome. */
  outcomes: z.partialRecord(z.enum(letterOutcomeNames), count),
  /** Letters that were not generated. */
  problems: z.array(
    z.object({
      managerId: z.uuid(),
      /** Null once the account was deleted. */
      name: z.string().nullable(),
      outcome: z.enum(letterOutcomeNames),
      /** The missing facts. */
      missing: z.array(z.string()),
    }),
  ),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})

/** The progress of letters that are generated. */
export type LetterRun = z.infer<typeof runSchema>

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
      'Generate letters of wealth managers from the published template, in the background; clients get each at once. Letters that are up to date stay. 409 (`letters-running`) while others are generated',
    tag: 'Firm',
    access: 'firm.word',
    repeated: 'keyed',
    body: z
      .strictObject({
        managerIds: z
          .array(z.uuid())
          .min(1, 'Please choose at least one wealth manager.')
          .max(MAX_LETTERS, `Please choose at most ${MAX_LETTERS} wealth managers at a time.`)
          .optional(),
        /** All active wealth managers, instead of `managerIds`. */
        all: z.literal(true).optional(),
        /** The published version that the caller saw (412 for another). */
        templateVersion: version,
        /** Without it, uploaded letters stay. */
        replaceUploaded: z.boolean().default(false),
      })
      .refine(({ managerIds, all }) => (managerIds === undefined) === (all === true), {
        path: ['managerIds'],
        message: 'Please send wealth managers, or all.',
      }),
    status: 201,
    answer: runSchema,
  },
  'GET /api/firm/letters/run': {
    summary: 'Get the progress of the letters that are generated, or were last',
    tag: 'Firm',
    access: 'firm.read',
    answer: z.object({ run: runSchema.nullable() }),
  },
})

type LetterEndpoints = typeof letterEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends LetterEndpoints {}
}
