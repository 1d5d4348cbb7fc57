import { z } from 'zod'

/** A part of an OpenAPI document. */
export type Json = Record<string, unknown>

/** Where a document says that its calls are. */
export interface Site {
  firmName: string
  origin: string
}

type Direction = 'input' | 'output'

interface Naming {
  /** Schemas that are part of others, by their names. */
  shared: Readonly<Record<string, z.ZodType>>
  /** Values of enums, by their names. */
  enums: Readonly<Record<string, readonly string[]>>
  /** Added to every enum. */
  enumDescription?: string
}

/** The named schemas of a document. Every request and answer is one, so that generated clients have types for them. */
export interface Components {
  /** A reference to a schema, which gets this name unless it has one. Lists are lists of a named schema. */
  refer: (schema: z.ZodType, name: string, io: Direction) => Json
  /** All of them that are referred to. Nothing is referred to afterwards. */
  schemas: () => Json
}

const PREFIX = '#/components/schemas/'
const refTo = (name: string) => ({ $ref: PREFIX + name })

export function createComponents({ shared, enums, enumDescription }: Naming): Components {
  const registries = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() }
  for (const [name, schema] of Object.entries(shared)) {
    registries.output.add(schema, { id: name })
    registries.input.add(schema, { id: `${name}Input` })
  }
  return {
    refer(schema, name, io) {
      if (schema instanceof z.ZodArray)
        return { type: 'array', items: this.refer(schema.element as z.ZodType, name, io) }
      const registry = registries[io]
      if (!registry.has(schema)) registry.add(schema, { id: name })
      return refTo(registry.get(schema)?.id ?? name)
    },
    schemas() {
      const described = {
        ...describeAll(registries.input, 'input'),
        ...describeAll(registries.output, 'output'),
      }
      return withEnums(described, enums, enumDescription)
    },
  }
}

function describeAll(registry: z.core.$ZodRegistry<{ id?: string }>, io: Direction): Json {
  const { schemas } = z.toJSONSchema(registry, { ...options(io), uri: (id) => PREFIX + id })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutIds(schema)]))
}

function withoutIds(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema).filter(([name]) => !['$schema', '$id', 'id'].includes(name)),
  )
}

/** The JSON schema of a Zod schema, inline. */
function jsonSchema(schema: z.ZodType, io: Direction): Json & { properties?: Json } {
  return withoutIds(z.toJSONSchema(schema, options(io)))
}

/**
 * No schema is left empty, which means "anything": the values of a record of anything are `true`, and an element of a
 * list that is always empty is text.
 *
 * @throws Error for a type that has no JSON, such as a transform whose result is not piped into a schema
 */
function options(io: Direction) {
  return {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: json }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }) => {
      const { type } = (zodSchema as unknown as z.ZodType).def
      if (type === 'transform') throw new Error('A transform has no type: pipe its result into a schema.')
      if (type === 'never') {
        delete json['not']
        Object.assign(json, { type: 'string', description: 'Never present' })
      }
      // A tuple: some generators need to know of all its elements at once.
      const { prefixItems } = json
      if (Array.isArray(prefixItems) && prefixItems.length === 0) {
        delete json['prefixItems']
        json['items'] = { type: 'string' }
      } else if (Array.isArray(prefixItems)) json['items'] = { anyOf: prefixItems as Json[] }
      const { additionalProperties: more } = json
      if (typeof more === 'object' && more !== null && Object.keys(more).length === 0)
        json['additionalProperties'] = true
    },
  } as const
}

/** Enums as named schemas, wherever they are used; with the remark on each. */
function withEnums(schemas: Json, enums: Naming['enums'], description: string | undefined): Json {
  const names = new Map(Object.entries(enums).map(([name, values]) => [JSON.stringify(values), name]))
  const inUse = new Set<string>()
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    const { enum: values, ...rest } = value as Json
    const name = names.get(JSON.stringify(values))
    if (name !== undefined) inUse.add(name)
    const { type: _, ...others } = rest
    if (name !== undefined) return { ...refTo(name), ...others }
    const inner = Object.fromEntries(Object.entries(value as Json).map(([key, part]) => [key, visit(part)]))
    return Array.isArray(values) && description !== undefined ? { description, ...inner } : inner
  }
  const walked = visit(schemas) as Json
  const named = [...inUse].map((name) => [
    name,
    { type: 'string', enum: enums[name], ...(description !== undefined && { description }) },
  ])
  return { ...walked, ...(Object.fromEntries(named) as Json) }
}

/** The components of one kind that a part of the document refers to. */
function used(kind: 'headers' | 'responses', components: Json, part: unknown): Json {
  const text = JSON.stringify(part)
  return Object.fromEntries(
    Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
  )
}

export const usedHeaders = (headers: Json, part: unknown): Json => used('headers', headers, part)
export const usedResponses = (responses: Json, part: unknown): Json => used('responses', responses, part)

/** Schemas that the paths refer to, and those that these refer to. */
export function referredTo(schemas: Json, paths: unknown): Json {
  const found = new Set<string>()
  const collect = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/gu)) {
      if (found.has(name)) continue
      found.add(name)
      collect(schemas[name] ?? {})
    }
  }
  collect(paths)
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => found.has(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** The parameters of a schema's fields. */
export function parametersOf(schema: z.ZodObject | undefined, location: 'path' | 'query'): Json[] {
  const { properties = {} } = schema === undefined ? {} : jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: location,
    required: location === 'path',
    schema: field,
  }))
}
