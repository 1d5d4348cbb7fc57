import type { Readable } from 'node:stream'

/** What an upload address is signed for. */
export interface UploadTerms {
  /** Undefined: any of the types that the product takes. */
  contentType: string | undefined
  /** Bytes. Undefined: up to the widest limit. */
  bytes: number | undefined
  now: Date
  /** How long the address works, from now. */
  lifetimeSeconds: number
}

/** A stored object. */
export interface StoredObject {
  bytes: number
  stream: Readable
}

/** Where files lie: the local disk, or any S3-compatible bucket. Keys are made by the server and never by a name. */
export interface ObjectStore {
  kind: 'disk' | 's3'
  /** Where a browser sends files to, where that is not this server: for the content policy. */
  uploadOrigin: string | undefined
  /** An address that takes one object by PUT, where the store signs its own; undefined where the server takes it. */
  presignUpload: ((key: string, terms: UploadTerms) => Promise<string>) | undefined
  /**
   * Prepares for browsers whose pages have this origin, as far as this server may. Never throws, and takes some seconds
   * at most.
   *
   * @returns what an operator has to see to, in words
   */
  prepare: (origin: string) => Promise<string[]>
  /**
   * Stores content under a key, durably: when this resolves, the object survives a crash. Returns its size in bytes.
   *
   * @throws DomainError too-large above `maxBytes`, unavailable where the store is full; what fails leaves nothing
   */
  put: (
    key: string,
    content: AsyncIterable<Buffer>,
    options: { maxBytes: number; contentType: string },
  ) => Promise<number>
  /** Opens an object, or null where there is none. */
  get: (key: string) => Promise<StoredObject | null>
  /** Removes an object; one that is not there counts as removed. */
  remove: (key: string) => Promise<void>
  /** Whether there is no object of ours in it. */
  isEmpty: () => Promise<boolean>
  /** Clears what writes that never ended have left since before a moment. */
  clearUnfinished: (before: Date) => Promise<void>
  /** Throws where the store does not answer. */
  check: () => Promise<void>
}
