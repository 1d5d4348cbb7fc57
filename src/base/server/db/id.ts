import { v7 } from 'uuid'

/** A new UUIDv7: ids in order of creation are adjacent in every index (RFC 9562). */
export function newId(): string {
  return v7()
}
