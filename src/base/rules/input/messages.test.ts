import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#app/contract.ts'
import { type ContractKey } from '#base/rules/api/contract.ts'
import type { Endpoint } from '#features/access/api/endpoint.ts'
import { addressStep } from '#features/applications/rules/wizard/address.ts'
import { employmentStep } from '#features/applications/rules/wizard/employment.ts'
import { personalStep } from '#features/applications/rules/wizard/personal.ts'
import { plainMessage } from './messages.ts'
import { readInput } from './read-input.ts'

const keys = Object.keys(contract) as ContractKey[]

/** All request schemas, and those of the steps. */
const schemas: Record<string, z.ZodType> = {
  ...Object.fromEntries(
    keys.flatMap((key) => {
      const { params, query, body }: Endpoint = contract[key]
      return Object.entries({ params, query, body }).flatMap(([part, schema]) =>
        schema ? [[`${key} ${part}`, schema]] : [],
      )
    }),
  ),
  'Personal Details': personalStep,
  Address: addressStep,
  Employment: employmentStep,
}

const ID = '0198c0de-0000-7000-8000-000000000000'
const rubbish: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'x'.repeat(20_000),
  'a\u0000b',
  '\ud800',
  'half@',
  '2026-02-31',
  '12345.678',
  0,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  1e30,
  true,
  12n,
  [],
  [null],
  Array.from({ length: 3000 }, () => ID),
  {},
  { unknownField: 1 },
  () => 1,
]

/** Setters for each part of a schema. */
function* settersOf(
  schema: z.core.$ZodType,
  put: (value: unknown) => unknown,
): Generator<(value: unknown) => unknown> {
  yield put
  const { def } = (schema as z.core.$ZodTypes)['_zod']
  if ('shape' in def) {
    for (const [name, inner] of Object.entries(def.shape))
      yield* settersOf(inner, (value) => put({ [name]: value }))
  }
  if ('element' in def && def.type === 'array') yield* settersOf(def.element, (value) => put([value]))
  if ('innerType' in def) yield* settersOf(def.innerType, put)
  if ('in' in def) yield* settersOf(def.in, put)
  if ('options' in def) for (const option of def.options) yield* settersOf(option, put)
}

const { localeError } = z.locales.en()

/** The parser's own message. */
function parserText(issue: z.core.$ZodIssue): string {
  const message = localeError(issue as z.core.$ZodRawIssue)
  return typeof message === 'string' ? message : (message?.message ?? '')
}

function faultsIn(schema: z.ZodType, error?: typeof plainMessage): z.core.$ZodIssue[] {
  return [...settersOf(schema, (value) => value)].flatMap((put) =>
    rubbish.flatMap(
      (value) => schema.safeParse(put(value), { error, reportInput: true }).error?.issues ?? [],
    ),
  )
}

const isRaw = (issue: z.core.$ZodIssue) =>
  issue.message === parserText(issue) ||
  /^(?:Invalid|Too (?:big|small)|Unrecognized)|expected|received/u.test(issue.message)

describe('no schema of the contract shows parser messages', () => {
  test.each(Object.entries(schemas))('%s', (_, schema) => {
    const faults = faultsIn(schema, plainMessage)
    expect(faults.length).toBeGreaterThan(0)
    expect(faults.filter(isRaw)).toEqual([])
  })

  test('without the table it would: the traversal finds the parser messages', () => {
    const raw = Object.values(schemas)
      .flatMap((schema) => faultsIn(schema))
      .filter(isRaw)
    const messages = new Set(raw.map(({ message }) => message))
    expect(messages).toContain('Too small: expected number to be >=1')
    expect(messages).toContain('Too big: expected string to have <=254 characters')
    expect(new Set(raw.map(({ code }) => code)).size).toBeGreaterThan(4)
  })
})

describe('the table', () => {
  test.each([
    [z.string(), undefined, 'This is required'],
    [z.string(), 5, 'Please send text'],
    [z.string().min(1), '', 'This is required'],
    [z.string().min(3), 'ab', 'Please use at least 3 characters'],
    [z.string().max(254), 'x'.repeat(255), 'Please use at most 254 characters'],
    [z.string().length(2), 'abc', 'Please use exactly 2 characters'],
    [z.coerce.number().min(1), '0', 'Please enter at least 1'],
    [z.number().max(500), 501, 'Please enter at most 500'],
    [z.number().positive(), 0, 'Please enter more than 0'],
    [z.coerce.number(), 'ten', 'Please enter a number'],
    [z.int(), 1.5, 'Please enter a whole number'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Please use at most 2 entries'],
    [z.enum(['draft', 'approved']), 'x', 'Please choose one of draft, approved'],
    [z.literal('1'), '2', 'Please choose 1'],
    [z.uuid(), 'x', 'Please send the ID of an existing record'],
    [z.iso.datetime(), 'x', 'Please enter a date and time such as 2026-11-20T08:00:00Z'],
    [z.string().regex(/^a$/u), 'b', 'Please check the format'],
    [z.union([z.string(), z.null()]), 1, 'Please choose one of the listed values'],
    [z.string().refine(() => false), 'x', 'Please check this value'],
    [z.string().max(3, 'Only three'), 'long', 'Only three'],
  ])('%#: %j', (schema, value, message) =>
    expect(readInput(schema, value)).toEqual({ ok: false, problems: [{ path: '', message }] }),
  )

  test('names each unknown field', () => {
    expect(readInput(z.strictObject({ a: z.strictObject({}) }), { a: { b: 1, c: 2 } })).toEqual({
      ok: false,
      problems: [
        { path: 'a.b', message: 'This field cannot be set.' },
        { path: 'a.c', message: 'This field cannot be set.' },
      ],
    })
  })
})

test('only this module exposes schema errors, so that new schemas use the table too', () => {
  const root = path.resolve(import.meta.dirname, '../../../..')
  const speakers = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) =>
      !/\.test\.tsx?$/u.test(file) &&
      /\.issues\b|prettifyError|treeifyError|flattenError|formatError/u.test(
        readFileSync(path.join(root, file), 'utf8'),
      ),
  )
  expect(speakers).toEqual(['src/base/rules/input/read-input.ts'])
})
