import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { HitState, ClearingReason, NotFoundReason, HitVerdict } from '#features/screening/rules/hits.ts'
import type { ScreenedRole } from '#features/due-diligence/rules/screened-roles.ts'
import type {
  EntryDetails,
  EntryKind,
  ListedBirth,
  ListSource,
  NameQuality,
  Sex,
} from '#features/screening/rules/lists.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'

/** Sanctions lists as they were loaded; one of each source is in force. Lists are public, so nothing is encrypted. */
export const listEditions = pgTable(
  'list_editions',
  {
    id: uuid('id').primaryKey(),
    source: text('source').$type<ListSource>().notNull(),
    /** The list's own date. */
    generatedOn: date('generated_on', { mode: 'string' }).notNull(),
    /** Of its file; of several, of their sums. */
    sha256: text('sha256').notNull(),
    /** Its files as they were uploaded; null for lists of earlier releases. */
    files: jsonb('files').$type<{ name: string; sha256: string }[]>(),
    bytes: integer('bytes').notNull(),
    entries: integer('entries').notNull(),
    names: integer('names').notNull(),
    /** Entries by kind; null for lists of earlier releases. */
    kinds: jsonb('kinds').$type<Record<EntryKind, number>>(),
    /** Differences from the edition that was in force at loading. */
    comparedWith: uuid('compared_with'),
    added: integer('added').notNull(),
    /** In something that is compared with clients, and in remarks only. */
    changed: integer('changed').notNull(),
    changedOtherwise: integer('changed_otherwise').notNull(),
    removedUids: text('removed_uids').array().notNull(),
    loadedBy: uuid('loaded_by').references(() => users.id),
    loadedAt: timestampColumn('loaded_at').notNull(),
    inForceBy: uuid('in_force_by').references(() => users.id),
    inForceAt: timestampColumn('in_force_at'),
    supersededAt: timestampColumn('superseded_at'),
    /** Clients were compared with its changes up to this entry, and with all of them. */
    screenedTo: uuid('screened_to'),
    screenedAt: timestampColumn('screened_at'),
    /** Hits that the changes opened. */
    hits: integer('hits').notNull().default(0),
    /** Why a list with few entries was loaded. */
    shrunkReason: text('shrunk_reason'),
    /** Entries that lose a name, a birth or a number. */
    lostUids: text('lost_uids').array(),
    /** Why a second person starts using it; empty or null where one person may. */
    cautions: text('cautions').array(),
    /** What else those who start using it should know. */
    remarks: text('remarks').array(),
    /** When administrators were last notified that it is too old. */
    oldMailedAt: timestampColumn('old_mailed_at'),
  },
  (table) => [
    check(
      'list_editions_second_person',
      sql`${table.shrunkReason} is null or ${table.inForceBy} is null or ${table.inForceBy} <> ${table.loadedBy}`,
    ),
    check(
      'list_editions_second_person_for_losses',
      sql`coalesce(cardinality(${table.cautions}), 0) = 0 or ${table.inForceBy} is null or ${table.inForceBy} <> ${table.loadedBy}`,
    ),
    uniqueIndex('list_editions_in_force')
      .on(table.source)
      .where(sql`in_force_at is not null and superseded_at is null`),
  ],
)

/** Versions of entries: a hit always points to the version that it was found with. */
export const listEntries = pgTable(
  'list_entries',
  {
    id: uuid('id').primaryKey(),
    source: text('source').$type<ListSource>().notNull(),
    uid: text('uid').notNull(),
    /** Hash of what is compared with clients. */
    fingerprint: text('fingerprint').notNull(),
    /** Hash of all of it. */
    contentHash: text('content_hash').notNull(),
    person: boolean('person').notNull(),
    /** Null for entries of earlier releases, which told people from others only. */
    kind: text('kind').$type<EntryKind>(),
    /** Shown and not compared; null for entries of earlier releases. */
    details: jsonb('details').$type<EntryDetails>(),
    programme: text('programme').notNull(),
    remarks: text('remarks').notNull(),
    births: jsonb('births').$type<ListedBirth[]>().notNull(),
    /** As the list writes them. */
    countries: text('countries').array().notNull(),
    documents: text('documents').array().notNull(),
    sex: text('sex').$type<Sex>(),
    fromEdition: uuid('from_edition')
      .notNull()
      .references(() => listEditions.id, { onDelete: 'cascade' }),
    /** The edition in force that no longer has it; null while it is in force, or only loaded. */
    toEdition: uuid('to_edition'),
  },
  (table) => [
    index('list_entries_edition').on(table.fromEdition, table.id),
    index('list_entries_uid').on(table.source, table.uid),
    index('list_entries_documents').using('gin', table.documents),
    index('list_entries_births').using('gin', table.births.op('jsonb_path_ops')),
  ],
)

export const listNames = pgTable(
  'list_names',
  {
    id: uuid('id').primaryKey(),
    entryId: uuid('entry_id')
      .notNull()
      .references(() => listEntries.id, { onDelete: 'cascade' }),
    quality: text('quality').$type<NameQuality>().notNull(),
    name: text('name').notNull(),
    folded: text('folded').notNull(),
    /** Every two sounds of its words; null for names of earlier releases until a job fills it. */
    sounds: text('sounds').array(),
  },
  (table) => [
    index('list_names_entry').on(table.entryId),
    index('list_names_sounds').using('gin', table.sounds),
    index('list_names_without_sounds')
      .on(table.id)
      .where(sql`sounds is null`),
    index('list_names_folded').using('gin', table.folded.op('gin_trgm_ops')),
  ],
)

/** People who are compared with lists: clients, those who act or pay for them, and staff. */
export const screeningSubjects = pgTable(
  'screening_subjects',
  {
    id: uuid('id').primaryKey(),
    /** Null for staff. */
    applicationId: uuid('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    /** The account of a member of staff, which is deleted only without hits; null for others. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'restrict' }),
    role: text('role').$type<ScreenedRole>().notNull(),
    /** What is compared; encrypted. */
    facts: text('facts').notNull(),
    /** Hash of it. */
    fingerprint: text('fingerprint').notNull(),
    /** Hash of it without former spellings; null where there were none yet. */
    givenFingerprint: text('given_fingerprint'),
    /** Keyed hashes of document numbers and days of birth, with each key of the keyring. */
    documentHashes: text('document_hashes').array().notNull(),
    /** No name in Latin letters, or one that mixes scripts. */
    unreadable: boolean('unreadable').notNull(),
    screenedAt: timestampColumn('screened_at'),
    /** What the facts of all subjects of the application, or of the account, were read from. */
    basis: text('basis'),
  },
  (table) => [
    check('screening_subjects_owner', sql`num_nonnulls(${table.applicationId}, ${table.userId}) = 1`),
    index('screening_subjects_application').on(table.applicationId),
    uniqueIndex('screening_subjects_client')
      .on(table.applicationId)
      .where(sql`role = 'client'`),
    uniqueIndex('screening_subjects_user')
      .on(table.userId)
      .where(sql`user_id is not null`),
    index('screening_subjects_documents').using('gin', table.documentHashes),
  ],
)

/** Folded names, as plaintext since they are searched, like `application_summaries.name_key`. */
export const subjectNames = pgTable(
  'subject_names',
  {
    id: uuid('id').primaryKey(),
    subjectId: uuid('subject_id')
      .notNull()
      .references(() => screeningSubjects.id, { onDelete: 'cascade' }),
    folded: text('folded').notNull(),
    /** Every two sounds of its words; null until the subject is compared by this release. */
    sounds: text('sounds').array(),
  },
  (table) => [
    index('subject_names_subject').on(table.subjectId),
    index('subject_names_sounds').using('gin', table.sounds),
    index('subject_names_folded').using('gin', table.folded.op('gin_trgm_ops')),
  ],
)

/** Comparisons of one subject with all lists in force, also those without hits. */
export const screenings = pgTable(
  'screenings',
  {
    id: uuid('id').primaryKey(),
    subjectId: uuid('subject_id')
      .notNull()
      .references(() => screeningSubjects.id, { onDelete: 'cascade' }),
    at: timestampColumn('at').notNull(),
    askedBy: uuid('asked_by').references(() => users.id),
    editions: uuid('editions').array().notNull(),
    matcher: integer('matcher').notNull(),
    candidates: integer('candidates').notNull(),
    hits: integer('hits').notNull(),
    ruledOut: integer('ruled_out').notNull(),
    /** The facts that were compared, and the best of those ruled out; encrypted. */
    details: text('details').notNull(),
  },
  (table) => [
    index('screenings_subject').on(table.subjectId, table.at),
    index('screenings_asked_by')
      .on(table.askedBy)
      .where(sql`asked_by is not null`),
  ],
)

/** Possible matches of subjects and entries. */
export const hits = pgTable(
  'hits',
  {
    id: uuid('id').primaryKey(),
    subjectId: uuid('subject_id')
      .notNull()
      .references(() => screeningSubjects.id, { onDelete: 'cascade' }),
    /** Null for staff. */
    applicationId: uuid('application_id').references(() => applications.id, { onDelete: 'restrict' }),
    source: text('source').$type<ListSource>().notNull(),
    uid: text('uid').notNull(),
    entryId: uuid('entry_id')
      .notNull()
      .references(() => listEntries.id),
    score: real('score').notNull(),
    strong: boolean('strong').notNull(),
    /** Why; encrypted. */
    features: text('features').notNull(),
    state: text('state').$type<HitState>().notNull(),
    foundAt: timestampColumn('found_at').notNull(),
    /** Why a confirmed match is no longer found; null where it is. It counts all the same. */
    notFoundBecause: text('not_found_because').$type<NotFoundReason>(),
    /** What was decided, or proposed to a second person. */
    verdict: text('verdict').$type<HitVerdict>(),
    reason: text('reason').$type<ClearingReason>(),
    /** Encrypted. */
    words: text('words'),
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: timestampColumn('decided_at'),
    secondBy: uuid('second_by').references(() => users.id),
    /** While a second person is asked: until when. */
    waitsUntil: timestampColumn('waits_until'),
    /** What the pair was when it was found: another one opens a decided hit again. */
    subjectFingerprint: text('subject_fingerprint').notNull(),
    entryFingerprint: text('entry_fingerprint').notNull(),
  },
  (table) => [
    uniqueIndex('hits_pair').on(table.subjectId, table.source, table.uid),
    index('hits_application').on(table.applicationId),
    index('hits_entry').on(table.source, table.uid),
    index('hits_undecided')
      .on(table.foundAt, table.id)
      .where(sql`state in ('open', 'waiting')`),
  ],
)
