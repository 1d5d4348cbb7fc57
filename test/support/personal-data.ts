import type pg from 'pg'
import { expect } from 'vitest'
import { foundIn, needlesOf } from './needles.ts'

/** Personal data that `test/crash` types, in addition to that in the database. */
const TYPED = ['four quiet herons wading', 'five loud herons resting', 'Sipho Dube', 'Makhanda', 'Beekeeper']

/** Personal data in a database, none of which may be logged. */
const VALUES_OF_PEOPLE = `
  select username as value from users union select full_name from users union select password_hash from users
  union select password_hash from temporary_passwords
  union select recipient from mail_outbox union select subject from mail_outbox union select text_body from mail_outbox
  union select name from documents union select object_key from documents
  union select answers::text from applications`

/** Expects a log without any personal data of the database. */
export async function expectNoPersonalData(
  database: { query: pg.Pool['query'] },
  output: string,
): Promise<void> {
  const { rows } = await database.query<{ value: string | null }>(VALUES_OF_PEOPLE)
  const values = rows.flatMap(({ value }) => (value === null || value.length < 5 ? [] : [value]))
  expect(values).not.toEqual([])
  const needles = [...TYPED, ...values].flatMap((text) => needlesOf(text, text))
  expect(foundIn(Buffer.from(output), needles)).toEqual([])
}
