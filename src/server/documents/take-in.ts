import {
  documentKinds,
  fileTypes,
  takesType,
  type DocumentKindName,
  type FileType,
} from '#domain/documents/kinds.ts'
import { refusalOfFile } from '#domain/documents/messages.ts'
import { createWorkQueue } from '#server/concurrency/work-queue.ts'
import type { Context } from '#server/context.ts'
import { Refusal } from '#server/refusal.ts'
import { tooShort } from '#server/storage/limit-bytes.ts'
import { readWhole } from '#server/storage/read-whole.ts'
import { storeFile, type StoredFile } from './attach.ts'
import { inspectFile } from './inspection/inspect-file.ts'
import type { Finding } from './inspection/look-inside.ts'
import type { UploadRow } from './upload-addresses.ts'

/** Each file in hand is held in memory whole, so only so many are. */
const inHand = createWorkQueue(2)

/**
 * Reads a file that was sent, checks it as what it is to become, and stores what was checked. The file is read once:
 * what a store would take at the same address meanwhile changes nothing.
 *
 * @returns null where no file has arrived
 * @throws Refusal too-large, wrong-type or invalid, in the words of specification sections 5 and 8
 */
export async function takeIn(
  context: Context,
  { upload, kind, name, now }: { upload: UploadRow; kind: DocumentKindName; name: string; now: Date },
): Promise<StoredFile | null> {
  return inHand.run(async () => {
    const arrived = await readArrived(context, upload, { kind, name })
    if (arrived === null) return null
    const inspected = await inspectFile(arrived)
    if (inspected === 'too-much') throw tooMuch(name)
    const { finding, bytes } = inspected
    const contentType = typeIn(finding, { kind, name, size: bytes.length })
    refuseOtherThanSent(upload, contentType, name)
    return storeFile(context, { bytes, contentType, now })
  })
}

async function readArrived(
  { store }: Context,
  upload: UploadRow,
  { kind, name }: { kind: DocumentKindName; name: string },
): Promise<Buffer | null> {
  const { types } = documentKinds[kind]
  const object = await store.get(upload.objectKey)
  if (object === null) return null
  const refusal = refusalOfFile(kind, { name, type: types[0], size: object.bytes })
  if (refusal !== null) {
    object.stream.destroy()
    throw new Refusal('too-large', refusal.description)
  }
  const bytes = await readWhole(object)
  if (upload.bytes !== null && bytes.length !== upload.bytes) throw tooShort()
  return bytes
}

function tooMuch(name: string): Refusal {
  return new Refusal(
    'invalid',
    `${name} takes too long to open. Please save it again, or scan it, and upload that.`,
  )
}

/** The type that was found, where the kind takes it. */
function typeIn(
  finding: Finding,
  { kind, name, size }: { kind: DocumentKindName; name: string; size: number },
): FileType {
  if ('broken' in finding) {
    throw new Refusal(
      'invalid',
      `${name} cannot be opened as a PDF. Please check the file and upload it again.`,
    )
  }
  const type = finding.type ?? finding.detected ?? ''
  if (takesType(kind, type)) return type
  throw new Refusal(
    'wrong-type',
    refusalOfFile(kind, { name, type, size })?.description ?? 'This type of file is not taken.',
  )
}

function refuseOtherThanSent(upload: UploadRow, found: FileType, name: string): void {
  if (upload.contentType === null || upload.contentType === found) return
  const [sent, is] = [fileTypes[upload.contentType].label, fileTypes[found].label]
  throw new Refusal(
    'wrong-type',
    `${name} was sent as ${sent}, but it is ${is}. Please give it the ending ${fileTypes[found].extensions[0]} and upload it again.`,
  )
}
