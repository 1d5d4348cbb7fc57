import { newId } from '#server/platform/db/id.ts'

/** What came in through an upload address, and what is the server's own. */
export const AREAS = ['uploads', 'documents'] as const
export type Area = (typeof AREAS)[number]

const KEY = /^(?:uploads|documents)\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u

/** The key of an object, by an id that nothing was stored under before. */
export function newKey(area: Area, id = newId()): string {
  return `${area}/${id}`
}

/** The area that a key lies in. */
export function areaOf(key: string): Area {
  return key.startsWith('uploads/') ? 'uploads' : 'documents'
}

/**
 * Stops whatever is no key of ours before it becomes part of a path or an address.
 *
 * @throws Error: keys come from this server alone, so another one is a fault
 */
export function requireKey(key: string): void {
  if (!KEY.test(key)) throw new Error(`Not a key of an object: ${JSON.stringify(key)}`)
}
