import type { FileType } from '#domain/documents/file-types.ts'

/** What is to be drawn of a file: what it is, and the longer edge of its picture in pixels. */
export interface Drawing {
  type: FileType
  edge: number
}

/** A JPEG; null where none can be made of the file. */
export interface Drawn {
  thumbnail: Uint8Array | null
}
