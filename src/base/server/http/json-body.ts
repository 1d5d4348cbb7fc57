import type { FastifyInstance } from 'fastify'
import { DomainError } from '#base/server/domain-error.ts'

/** Maximum size of a JSON body in bytes: ten times a whole application. */
export const JSON_LIMIT_BYTES = 128 * 1024
const MAX_DEPTH = 16

const POISONOUS_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** Nesting depth of brackets outside strings. Checked before parsing, since the parser accepts millions of levels. */
function depthOf(json: string): number {
  let depth = 0
  let deepest = 0
  let inText = false
  for (let index = 0; index < json.length; index += 1) {
    const sign = json[index]
    if (sign === '\\' && inText) index += 1
    else if (sign === '"') inText = !inText
    else if (inText) continue
    else if (sign === '{' || sign === '[') deepest = Math.max(deepest, (depth += 1))
    else if (sign === '}' || sign === ']') depth -= 1
  }
  return deepest
}

/**
 * Parses a JSON body strictly.
 *
 * @throws DomainError for invalid JSON, more than 16 levels, or keys that could pollute prototypes
 */
export function parseJson(json: string): unknown {
  if (json.trim() === '') return undefined
  if (depthOf(json) > MAX_DEPTH) throw new DomainError('invalid', 'The JSON is nested too deeply.')
  try {
    return JSON.parse(json, (key, value: unknown) => {
      if (POISONOUS_KEYS.has(key))
        throw new DomainError('invalid', 'The JSON contains a key that isn’t allowed.')
      return value
    })
  } catch (error) {
    throw error instanceof DomainError ? error : new DomainError('invalid', 'The request isn’t valid JSON.')
  }
}

/** Accepts only JSON; other types get 415. */
export function requireJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: JSON_LIMIT_BYTES },
    async (_request: unknown, body: string | Buffer) => parseJson(body.toString()),
  )
}
