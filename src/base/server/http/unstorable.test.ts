import Fastify from 'fastify'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#test/support/postgres.ts'
import { answerWithProblems } from './problem.ts'

test.each([
  ['a NUL in a text', 'select $1::text', '\0'],
  ['a NUL in JSON', 'select $1::jsonb', String.raw`{"name":"\u0000"}`],
])('%s that passed every schema is a bad request, not a fault', async (_, statement, value) => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.applicationUrl })
  await client.connect()
  const app = Fastify()
  answerWithProblems(app)
  app.get('/', () => client.query(statement, [value]))
  const { statusCode, body } = await app.inject('/')
  expect([statusCode, body]).toEqual([400, expect.stringContaining('a character that can’t be stored')])
  await app.close()
  await client.end()
  await database.drop()
})
