import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { foldText } from '#base/rules/input/fold-text.ts'
import type { RowProblem } from '#features/imports/rules/problems.ts'
import type { ReadClient } from '#features/imports/rules/read-client.ts'
import { isIdentifying } from '#features/imports/rules/read-number.ts'
import { hashesOf } from '#features/applications/server/record/number-hash.ts'
import type { Queries } from '#base/server/db/database.ts'
import { importedApplications } from '#features/imports/schema.ts'
import { applicationSummaries } from '#features/applications/schema/review-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'

/** A client of a file, with the number of its row. */
export interface Candidate extends ReadClient {
  row: number
  /** Equal for rows whose cells are all equal. */
  cellsKey?: string
}

/** What is known about a row from other rows and the database. */
export interface Duplicate {
  problems: RowProblem[]
  existingId: string | null
}

const NAME_KEY_LENGTH = 300

/** Finds the rows that repeat earlier rows of the file: whole, or in address, ID number or reference. */
export function repeatedIn(
  candidates: readonly Pick<
    Candidate,
    'row' | 'cellsKey' | 'username' | 'fullName' | 'answers' | 'externalReference' | 'problems'
  >[],
): Map<number, RowProblem[]> {
  const found = new Map<number, RowProblem[]>()
  const firsts = {
    cells: new Map<string, number>(),
    email: new Map<string, number>(),
    idNumber: new Map<string, number>(),
    externalReference: new Map<string, number>(),
  }
  const byAddress = new Map<string, (typeof candidates)[number]>()
  const note = (row: number, problem: RowProblem) => found.set(row, [...(found.get(row) ?? []), problem])
  for (const candidate of candidates) {
    const { row, username, externalReference, cellsKey } = candidate
    const known = byAddress.get(username ?? '')
    const same = known !== undefined && isSamePerson(known, candidate) ? known.row : undefined
    const earlier = same ?? firsts.cells.get(cellsKey ?? '')
    if (earlier !== undefined) {
      note(row, { code: 'row-repeated', field: null, earlier })
      continue
    }
    if (cellsKey !== undefined) firsts.cells.set(cellsKey, row)
    if (username !== null && known === undefined) byAddress.set(username, candidate)
    for (const [field, value, code] of [
      ['email', username, 'email-repeated'],
      ['idNumber', numberOf(candidate), 'id-number-repeated'],
      ['externalReference', externalReference, 'reference-repeated'],
    ] as const) {
      if (value === null) continue
      const first = firsts[field].get(value)
      if (first === undefined) firsts[field].set(value, row)
      else note(row, { code, field, earlier: first })
    }
  }
  return found
}

type Named = Pick<Candidate, 'fullName' | 'answers' | 'problems'>

function isSamePerson(one: Named, other: Named): boolean {
  return numberOf(one) === numberOf(other) && foldText(one.fullName ?? '') === foldText(other.fullName ?? '')
}

/** The ID number that tells a client apart; null for placeholders and for what a spreadsheet shortened. */
export function numberOf({ answers, problems }: Pick<ReadClient, 'answers' | 'problems'>): string | null {
  const number = answers.idNumber ?? null
  if (number === null || problems.some(({ code }) => code === 'id-number-shortened')) return null
  return isIdentifying(number) ? number : null
}

/** The ID numbers of some clients. */
export function numbersIn(clients: readonly Pick<ReadClient, 'answers' | 'problems'>[]): string[] {
  return clients.flatMap((client) => numberOf(client) ?? [])
}

/** The references of some clients in the system before. */
export function referencesIn(clients: readonly Pick<ReadClient, 'externalReference'>[]): string[] {
  return clients.flatMap(({ externalReference }) => externalReference ?? [])
}

/** Finds what rows duplicate in the database, with one statement for each kind. */
export async function existingFor(
  { db, keyring }: { db: Queries; keyring: Keyring },
  candidates: readonly Candidate[],
): Promise<Map<number, Duplicate>> {
  const [byEmail, byNumber, byReference, byName] = [
    await accountsOf(db, candidates),
    await applicationsByNumber(db, keyring, numbersIn(candidates)),
    await applicationsByReference(db, referencesIn(candidates)),
    await namesOf(db, candidates),
  ]
  return new Map(
    candidates.map((candidate): [number, Duplicate] => {
      const { row, username, externalReference } = candidate
      const account = username === null ? undefined : byEmail.get(username)
      if (account !== undefined) {
        const code = account.role === 'client' ? 'exists' : 'email-of-staff'
        return [row, { problems: [{ code, field: 'email' }], existingId: account.applicationId }]
      }
      const numbered = byNumber.get(numberOf(candidate) ?? '')
      if (numbered !== undefined) {
        return [row, { problems: [{ code: 'same-id-number', field: 'idNumber' }], existingId: numbered }]
      }
      const referred = externalReference === null ? undefined : byReference.get(externalReference)
      if (referred !== undefined) {
        return [
          row,
          { problems: [{ code: 'imported-before', field: 'externalReference' }], existingId: referred },
        ]
      }
      const alike = byName.get(personKey(candidate))
      if (alike === undefined) return [row, { problems: [], existingId: null }]
      return [row, { problems: [{ code: 'looks-alike', field: 'fullName' }], existingId: alike }]
    }),
  )
}

async function accountsOf(db: Queries, candidates: readonly Pick<Candidate, 'username'>[]) {
  const names = candidates.flatMap(({ username }) => username ?? [])
  const found = await db
    .select({ username: users.username, role: users.role, applicationId: applications.id })
    .from(users)
    .leftJoin(applications, eq(applications.userId, users.id))
    .where(sql`${users.username} = any(${sql.param(names)}::text[])`)
  return new Map(found.map((account) => [account.username, account]))
}

/** Applications by ID number, whatever key its hash was made with. */
export async function applicationsByNumber(
  db: Queries,
  keyring: Keyring,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const byHash = new Map<string, string>()
  for (const number of numbers) {
    for (const hash of hashesOf(keyring, number)) byHash.set(hash.toString('hex'), number)
  }
  const found = await db
    .select({ id: applications.id, hash: sql<string>`encode(${applications.idNumberHash}, 'hex')` })
    .from(applications)
    .where(
      and(
        sql`${applications.idNumberHash} in (select decode(hash, 'hex') from unnest(${sql.param([...byHash.keys()])}::text[]) hash)`,
        ne(applications.idNumberHash, Buffer.alloc(0)),
      ),
    )
  return new Map(found.map(({ id, hash }) => [byHash.get(hash) ?? '', id]))
}

/** Applications by their reference in the system before. */
export async function applicationsByReference(
  db: Queries,
  references: readonly string[],
): Promise<Map<string, string>> {
  const found = await db
    .select({ id: importedApplications.applicationId, reference: importedApplications.externalReference })
    .from(importedApplications)
    .where(
      and(
        isNotNull(importedApplications.externalReference),
        sql`${importedApplications.externalReference} = any(${sql.param(references)}::text[])`,
      ),
    )
  return new Map(found.map(({ id, reference }) => [reference ?? '', id]))
}

function personKey({ fullName, answers }: Pick<Candidate, 'fullName' | 'answers'>): string {
  return `${foldText(fullName ?? '').slice(0, NAME_KEY_LENGTH)} ${answers.dateOfBirth ?? ''}`
}

/** Applications with the same name and date of birth. */
async function namesOf(db: Queries, candidates: readonly Candidate[]) {
  const keys = candidates.flatMap(({ fullName, answers }) =>
    fullName !== null && answers.dateOfBirth ? [foldText(fullName).slice(0, NAME_KEY_LENGTH)] : [],
  )
  const birth = sql<string>`${applications.answers}->>'dateOfBirth'`
  const found = await db
    .select({ id: applications.id, nameKey: applicationSummaries.nameKey, dateOfBirth: birth })
    .from(applicationSummaries)
    .innerJoin(applications, eq(applications.id, applicationSummaries.applicationId))
    .where(
      and(sql`${applicationSummaries.nameKey} = any(${sql.param(keys)}::text[])`, sql`${birth} is not null`),
    )
  return new Map(found.map(({ id, nameKey, dateOfBirth }) => [`${nameKey ?? ''} ${dateOfBirth}`, id]))
}

/** Names of wealth managers that clients can be assigned to, by their id. */
export async function managersIn(db: Queries, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select({ id: users.id, fullName: users.fullName, username: users.username })
    .from(users)
    .where(
      and(
        inArray(users.id, [...ids]),
        eq(users.role, 'wealth_manager'),
        sql`${users.deactivatedAt} is null and ${users.fullName} <> ''`,
      ),
    )
}
