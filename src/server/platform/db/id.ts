import { v7 } from 'uuid'

/** A new id: UUIDv7, so that ids in order of creation lie side by side in every index (RFC 9562). */
export function newId(): string {
  return v7()
}
