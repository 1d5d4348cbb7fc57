import { z } from 'zod'
import { screenedRoleNames } from '#features/due-diligence/rules/screened-roles.ts'
import { listSourceNames } from '#features/screening/rules/lists.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

const count = z.number().int()

/** A sanctions list as it was loaded. */
export const editionSchema = z.object({
  id: z.uuid(),
  source: z.enum(listSourceNames),
  /** The list's own date. */
  generatedOn: z.iso.date(),
  sha256: z.string(),
  /** Its files as they were uploaded; empty for lists of earlier releases. */
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
  entries: count,
  names: count,
  /** Differences from the list in force when it was loaded: in what is compared with clients, and otherwise. */
  added: count,
  changed: count,
  changedOtherwise: count,
  removed: count,
  loadedAt: timestamp,
  inForceAt: timestamp.nullable(),
  /** When all clients had been compared with its changes. */
  screenedAt: timestamp.nullable(),
  /** Hits that its changes opened. */
  hits: count,
  /** Why it has so few entries; another person puts such a list in force. */
  shrunkReason: z.string().nullable(),
  /** Why a second person puts it in force; none where one person may. */
  cautions: z.array(z.string()),
  /** What else those who put it in force should know. */
  remarks: z.array(z.string()),
  /** Null for the server itself. */
  loadedBy: z.uuid().nullable(),
})
export type Edition = z.infer<typeof editionSchema>

const listsSchema = z.object({
  sources: z.array(
    z.object({
      source: z.enum(listSourceNames),
      inForce: editionSchema.nullable(),
      /** Clients who have to be compared with the list in use, and who were. */
      clients: z
        .object({
          due: count,
          compared: count,
          /** The last comparison of one of them; null before the first. */
          lastAt: timestamp.nullable(),
        })
        .nullable(),
      /** Loaded, and not in force yet. */
      loaded: editionSchema.nullable(),
      /** The list in force is too old. */
      old: z.boolean(),
    }),
  ),
})
export type Lists = z.infer<typeof listsSchema>

/** What a loaded list would change. */
const previewSchema = z.object({
  /** Names of entries that are gone, and that lose a name, a birth or a number: the first of them. */
  gone: z.array(z.string()),
  lost: z.array(z.string()),
  /** Clients and staff who would be possible matches, and are none now. */
  matches: count,
  /** The first of them; none for readers who do not see matches. */
  people: z.array(
    z.object({ name: z.string(), role: z.enum(screenedRoleNames), entry: z.string(), strong: z.boolean() }),
  ),
  /** False where the list has too many entries to compare all of them before it is in use. */
  complete: z.boolean(),
})
export type ListPreview = z.infer<typeof previewSchema>

const ofEdition = z.strictObject({ id: z.uuid() })

/** Where files of lists are sent, as raw bytes: outside of the JSON contract. */
export const LIST_FILE_PATH = '/api/system-admin/lists/file'

/** Calls of sanctions lists (docs/decisions/0142). All answer 404 with `FICA_PACK=off`. */
export const listEndpoints = endpoints({
  'GET /api/system-admin/lists': {
    summary: 'List the sanctions lists: what is in force, and what was loaded after it',
    tag: 'Security',
    access: 'lists.read',
    answer: listsSchema,
  },
  'GET /api/system-admin/lists/{id}/preview': {
    summary: 'Preview a loaded list: what is gone, and who would be a possible match',
    tag: 'Security',
    access: 'lists.read',
    params: ofEdition,
    answer: previewSchema,
  },
  'PUT /api/system-admin/lists/{id}/in-force': {
    summary: 'Put a loaded list in force: clients are compared with its changes within a minute',
    tag: 'Security',
    access: 'lists.manage',
    repeated: 'same',
    params: ofEdition,
    answer: editionSchema,
  },
  'DELETE /api/system-admin/lists/{id}': {
    summary: 'Discard a loaded list that is not in force',
    tag: 'Security',
    access: 'lists.manage',
    repeated: 'same',
    params: ofEdition,
    answer: 'nothing',
  },
})

type ListEndpoints = typeof listEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends ListEndpoints {}
}
