import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from '#app/contract.ts'
import type { Endpoint } from '#features/access/api/endpoint.ts'

/** Characters that PostgreSQL and file systems cannot store: schemas must refuse them. */
const UNSTORABLE = ['\u0000', 'x\u0000', '\ud800', '\u001f']

const fields = Object.entries<Endpoint>(contract).flatMap(([key, { params, query }]) =>
  Object.entries<z.ZodType>({ ...params?.shape, ...query?.shape }).map(([name, schema]) => ({
    key,
    name,
    schema,
  })),
)

describe.each(fields)('$key: $name', ({ schema }) => {
  test.each(UNSTORABLE)('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

const timestamps = fields.filter(({ schema }) => schema.safeParse('2026-01-01T00:00:00Z').success)

describe.each(timestamps.filter(({ schema }) => !schema.safeParse('anything').success))(
  '$key: $name',
  ({ schema }) => {
    test.each(['0000-01-01T00:00:00Z', '1899-12-31T23:59:59Z'])('refuses the year of %s', (value) => {
      expect(schema.safeParse(value).success).toBe(false)
    })

    test('converts any offset to UTC', () => {
      expect(schema.parse('2026-01-01T00:00:00+23:59')).toBe('2025-12-31T00:01:00.000Z')
    })
  },
)
