import fc from 'fast-check'

/** A schema of the OpenAPI document, as far as the product uses it. */
export interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  format?: string
}

/** A part of a document with its references resolved. */
export function resolved<Part>(part: Part, schemas: Readonly<Record<string, unknown>>): Part {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((one: unknown) => resolved(one, schemas)) as Part
  if ('$ref' in part) {
    const name = String(part.$ref).replace('#/components/schemas/', '')
    return resolved(schemas[name] as Part, schemas)
  }
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, resolved(value as unknown, schemas)]),
  ) as Part
}

const awkwardTexts = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  '1e309',
  'x'.repeat(5000),
  '0198c0de-0000-7000-8000-000000000000',
)

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.emailAddress(), awkwardTexts)
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1e21, 0.005, Number.MAX_SAFE_INTEGER),
)

/** Any JSON value. */
const anything: fc.Arbitrary<unknown> = fc.oneof(fc.jsonValue({ maxDepth: 4 }), text)

const byType: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: text,
  number,
  integer: number,
  boolean: fc.boolean(),
  null: fc.constant(null),
}

/** Mostly valid values, and sometimes any JSON value. */
export function valuesFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything })
}

function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valuesFor))
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.properties !== undefined) return objects(schema.properties)
  if (schema.type === 'array') return fc.array(valuesFor(schema.items ?? {}), { maxLength: 12 })
  const types = [schema.type ?? []].flat().map((type) => byType[type] ?? anything)
  return types.length === 0 ? anything : fc.oneof(...types)
}

function objects(properties: Record<string, JsonSchema>): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, valuesFor(schema)] as const)
  return fc
    .tuple(
      fc.record(Object.fromEntries(fields), { requiredKeys: [] }),
      fc.oneof(
        { weight: 9, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.dictionary(text, anything) },
      ),
    )
    .map(([known, unknown]) => ({ ...known, ...unknown }))
}
