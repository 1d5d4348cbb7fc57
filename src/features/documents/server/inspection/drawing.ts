import type { FileType } from '#base/rules/files/file-types.ts'

/** What to render: the type of the file and the longer edge of its thumbnail in pixels. */
export interface Drawing {
  type: FileType
  edge: number
}

/** A JPEG; null where none can be made. */
export interface Drawn {
  thumbnail: Uint8Array | null
}
