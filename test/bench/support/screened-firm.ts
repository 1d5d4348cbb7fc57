import { encryptJson } from '#base/server/db/encrypted-columns.ts'
import { screeningSubjects } from '#features/screening/schema.ts'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { factsOfPerson } from '#features/screening/rules/fingerprint.ts'
import { foldName } from '#features/screening/rules/fold-name.ts'
import type { ListEntry } from '#features/screening/rules/lists.ts'
import type { Person } from '#features/screening/rules/score.ts'
import { soundPairs } from '#features/screening/rules/sounds.ts'
import { subjectHashes } from '#features/screening/server/document-numbers.ts'
import { findRunningPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'
import { newId } from '#base/server/db/id.ts'
import { unList, type Listed } from '#test/support/screening/list-files.ts'
import { ordinaryClients } from '#test/support/screening/people.ts'
import type { BenchServer } from './server.ts'

const ROWS_AT_ONCE = 5000

/** An ordinary client as they are compared. */
export function ordinaryPeople(count: number, seed?: number): Person[] {
  return ordinaryClients(count, seed).map(({ name, born, countries }) => ({
    names: [foldName(name)],
    births: [born],
    countries,
    documents: [],
    sex: null,
  }))
}

function listedOf({ uid, names, births: [birth], countries: [country] }: ListEntry): Listed {
  const [primary, ...aliases] = names
  return {
    uid,
    name: primary?.name ?? '',
    aliases: aliases.map(({ name, quality }) => ({ name, weak: quality === 'weak' })),
    ...(birth === undefined ? {} : { birth: birth.day ?? String(birth.from), about: birth.about === true }),
    ...(country === undefined ? {} : { country }),
  }
}

/** A file of the United Nations' format. */
export function fileOf(entries: readonly ListEntry[], day: string): Buffer {
  return Buffer.from(unList(entries.map(listedOf), day))
}

/** Runs work as the database's owner, without triggers and time limits. */
export async function asOwner<Result>(
  { dataDir }: BenchServer,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const found = await findRunningPostgres({ dataDir, log: () => undefined })
  if (found === undefined) throw new Error('The database is not running.')
  const client = new pg.Client({ connectionString: found.ownerUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica; set statement_timeout = 0')
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Stores one person for each application, as compared with the lists in force. */
export function addSubjects(server: BenchServer, people: readonly Person[]): Promise<string[]> {
  return asOwner(server, (client) => insertSubjects(client, server, people))
}

async function insertSubjects(
  client: pg.Client,
  { factories: { keyring } }: BenchServer,
  people: readonly Person[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select id from applications order by id limit $1', [
    people.length,
  ])
  const ids = rows.map(() => newId())
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const part = rows.slice(at, at + ROWS_AT_ONCE).map(({ id: applicationId }, offset) => {
      const person = people[at + offset] as Person
      const id = ids[at + offset] as string
      const facts = encryptJson(keyring, screeningSubjects.facts, id, {
        written: person.names,
        person,
      })
      const fingerprint = createHash('sha256').update(factsOfPerson(person)).digest('base64url')
      const name = person.names[0] ?? ''
      const sounds = JSON.stringify(soundPairs(name))
      const hashes = JSON.stringify(subjectHashes(keyring, person))
      return { id, applicationId, facts, fingerprint, hashes, name, sounds }
    })
    const column = (of: (row: (typeof part)[number]) => string) => part.map(of)
    await client.query(
      `insert into screening_subjects (id, application_id, role, facts, fingerprint, document_hashes, unreadable, screened_at)
       select id, application_id, 'client', facts, fingerprint, array(select jsonb_array_elements_text(hashes)), false, now()
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[]) as row (id, application_id, facts, fingerprint, hashes)`,
      [
        column((row) => row.id),
        column((row) => row.applicationId),
        column((row) => row.facts),
        column((row) => row.fingerprint),
        column((row) => row.hashes),
      ],
    )
    await client.query(
      `insert into subject_names (id, subject_id, folded, sounds)
       select gen_random_uuid(), id, folded, array(select jsonb_array_elements_text(sounds))
       from unnest($1::uuid[], $2::text[], $3::jsonb[]) as row (id, folded, sounds)`,
      [column((row) => row.id), column((row) => row.name), column((row) => row.sounds)],
    )
  }
  await client.query('analyze screening_subjects, subject_names')
  return ids
}
