import { fileTypes, isPicture, sentTypes, type FileType } from '#base/rules/files/file-types.ts'
import {
  documentKinds,
  maxSentBytes,
  takesType,
  WIDEST_LIMIT_BYTES,
  type DocumentKindName,
} from '#features/applications/rules/documents/kinds.ts'
import { fileProblem } from '#features/documents/rules/messages.ts'
import type { DownloadOnly } from '#base/rules/files/safety.ts'
import { typeByBytes } from '#features/documents/rules/signatures.ts'
import { tooMuchAtOnce } from '#base/server/concurrency/fair-share.ts'
import { createOwnerQueues } from '#base/server/concurrency/owner-queues.ts'
import { createWorkQueue } from '#base/server/concurrency/work-queue.ts'
import type { Context } from '#base/server/context.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { tooShort } from '#base/server/storage/limit-bytes.ts'
import { readWhole } from '#base/server/storage/read-whole.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { storeFile, type StoredFile } from './attach.ts'
import { inspectFile } from './inspection/inspect-file.ts'
import type { Finding } from './inspection/finding.ts'
import { countAttempt } from './password-attempts.ts'
import type { UploadRow } from './upload-addresses.ts'
import { passScanner } from './scanning/pass-scanner.ts'

/** An uploaded file and its purpose. */
export interface IncomingFile {
  upload: UploadRow
  kind: DocumentKindName
  /** The PDF's password, if it needs one: neither stored nor logged. */
  password?: string | undefined
  /** For display. */
  name: string
  /** Null for the staff's FAIS letters. */
  applicationId: string | null
  /** A further check of what will be stored. @throws DomainError */
  accept?: (content: Buffer) => Promise<void>
}

interface Checked {
  contentType: FileType
  downloadOnly: DownloadOnly | null
  /** The uploaded file, or what it was converted to. */
  content: Buffer
}

/** By then a busy machine has caught up, or another one answers. */
const RETRY_AFTER_S = 10
/** Files are held in memory whole, so only a few at a time. Waiting ones are not read yet. */
const inHand = createWorkQueue({
  width: 2,
  maxWaiting: 200,
  whenFull: () =>
    new DomainError('unavailable', 'We’re checking a lot of files right now. Please try again in a moment.', {
      retryAfterSeconds: RETRY_AFTER_S,
    }),
})
/** One file per client at a time, so a slow file delays only its uploader. */
const perClient = createOwnerQueues({ width: 1, maxWaiting: 50, whenFull: tooMuchAtOnce })

/**
 * Reads, checks and stores an uploaded file. It is read once, so a later upload to the same address changes nothing.
 *
 * @returns null where no file has arrived
 * @throws DomainError too-large, wrong-type or invalid, in the texts of specification sections 5 and 8; locked where a
 * password is needed, throttled after too many wrong ones; unavailable where the check had to wait too long
 */
export async function ingestFile(
  act: CommandContext,
  { upload, ...file }: IncomingFile,
): Promise<StoredFile | null> {
  const { context, actor, now } = act
  const check = async () => {
    const bytes = await readArrived(context, upload, file)
    if (bytes === null) return null
    const { content, ...found } = await checked(context, bytes, { upload, ...file })
    refuseOtherThanSent(upload, found.contentType, file.name)
    const virusScan = await passScanner(act, content, file)
    await file.accept?.(content)
    return storeFile(context, { bytes: content, ...found, virusScan }, now)
  }
  return perClient.run(actor.userId, () => inHand.run(check))
}

async function readArrived(
  { store }: Context,
  upload: UploadRow,
  { kind, name }: { kind: DocumentKindName; name: string },
): Promise<Buffer | null> {
  const object = await store.get(upload.objectKey)
  if (object === null) return null
  if (object.bytes > WIDEST_LIMIT_BYTES) {
    object.stream.destroy()
    throw tooLarge(kind, name, object.bytes)
  }
  const bytes = await readWhole(object)
  // A picture that is converted may be larger: its stored version fits.
  if (bytes.length > maxSentBytes(kind, typeByBytes(bytes) ?? '')) throw tooLarge(kind, name, bytes.length)
  if (upload.bytes !== null && bytes.length !== upload.bytes) throw tooShort()
  return bytes
}

function tooLarge(kind: DocumentKindName, name: string, size: number): DomainError {
  const problem = fileProblem(kind, { name, type: documentKinds[kind].types[0], size })
  if (problem === null) throw new Error('The file is not too large.')
  return new DomainError('too-large', problem.description)
}

/** The detected type of a file, where the kind accepts it. */
async function checked(
  { database: { db } }: Context,
  bytes: Buffer,
  { upload, kind, name, password }: Pick<IncomingFile, 'upload' | 'kind' | 'name' | 'password'>,
): Promise<Checked> {
  if (password !== undefined) await countAttempt(db, upload.id, name)
  const finding = await inspectFile(bytes, { maxBytes: documentKinds[kind].maxBytes, password })
  if (finding.is === 'taken' && takesType(kind, finding.type)) {
    const { type, downloadOnly, converted: content } = finding
    return { contentType: type, downloadOnly, content: content === undefined ? bytes : Buffer.from(content) }
  }
  throw findingError(finding, { kind, name, size: bytes.length })
}

/** Why a file is refused, and what the client can do. */
function findingError(
  finding: Finding,
  { kind, ...file }: { kind: DocumentKindName; name: string; size: number },
): DomainError {
  switch (finding.is) {
    case 'broken':
      return new DomainError(
        'invalid',
        `${file.name} can’t be opened as a ${sentTypes[finding.type].label}. Please check the file and upload it again.`,
      )
    case 'several-pages':
      return new DomainError(
        'invalid',
        `${file.name} has several pages or pictures. Please save or export it as a PDF, and upload that.`,
      )
    case 'too-many-pixels':
      return new DomainError(
        'invalid',
        `${file.name} is too large to open${finding.maxPixels === null ? '' : `: it has more than ${finding.maxPixels / 1_000_000} million pixels`}. Please save it smaller and upload it again.`,
      )
    case 'locked':
      return lockedError(finding.opensWith, { kind, name: file.name })
    case 'sealed-otherwise':
      return new DomainError(
        'invalid',
        `${file.name} is protected in a way that a password can’t open, perhaps with a certificate. Please save it without protection, or scan it, and upload that.`,
      )
    case 'too-much':
      return new DomainError(
        'invalid',
        finding.of === 'memory'
          ? `${file.name} is too complex to open. Please save it again, or scan it, and upload that.`
          : `${file.name} takes too long to open. Please save it again, or scan it, and upload that.`,
      )
    case 'not-in-time':
      return new DomainError(
        'unavailable',
        `Our system is very busy, so we couldn’t check ${file.name} yet. Please try again in a moment.`,
        { retryAfterSeconds: RETRY_AFTER_S },
      )
    case 'taken':
    case 'another-type': {
      const type = (finding.is === 'taken' ? finding.type : finding.detected) ?? ''
      const problem = fileProblem(kind, { ...file, type })
      return new DomainError(
        'wrong-type',
        problem?.description ?? 'This type of file isn’t accepted. Please upload another.',
      )
    }
  }
}

/** Clients are asked for the password. Letters must not have one, since many clients read them. */
function lockedError(
  opensWith: 'a password' | 'another password',
  { kind, name }: { kind: DocumentKindName; name: string },
): DomainError {
  if (kind === 'staffFais') {
    return new DomainError(
      'invalid',
      'This PDF is password-protected, so clients couldn’t open it. Please save it without a password and upload it again.',
    )
  }
  if (opensWith === 'a password') {
    return new DomainError(
      'locked',
      `${name} is password-protected. Please enter its password, or upload another file.`,
      {
        code: 'file-password-required',
      },
    )
  }
  const message = 'That password didn’t work. Please check it and try again.'
  return new DomainError('locked', message, {
    code: 'file-password-wrong',
    errors: [{ path: 'password', message }],
  })
}

/** A picture is served by its detected type (decisions, "Picture types"). */
function refuseOtherThanSent(upload: UploadRow, found: FileType, name: string): void {
  if (upload.contentType === null || upload.contentType === found || isPicture(found)) return
  const [sent, is] = [sentTypes[upload.contentType].label, fileTypes[found].label]
  throw new DomainError(
    'wrong-type',
    `${name} was sent as ${sent}, but it is ${is}. Please rename it to end in ${fileTypes[found].extensions[0]} and upload it again.`,
  )
}
