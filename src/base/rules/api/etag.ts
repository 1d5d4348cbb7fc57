/** A resource with an ETag: its id, and a version that every change increments. */
export interface Versioned {
  id: string
  version: number
}

/** The end of the id, which is random (RFC 9562, section 5.7). */
const ID_LENGTH = 12

/** The ETag (RFC 9110, section 8.8.3) of one version of one object; never matches another object's. */
export function etagOf({ id, version }: Versioned): string {
  return `"${id.slice(-ID_LENGTH)}-${version}"`
}
