import { encrypt, encryptJson } from '#base/server/db/encrypted-columns.ts'
import { randomUUID } from 'node:crypto'
import { encryptPart } from '#features/applications/server/record/encrypted-items.ts'
import { correctionItems, correctionRounds } from '#features/applications/schema/correction-schema.ts'
import { checkSettlements } from '#features/review/schema/check-schema.ts'
import { noteRevisions, notes } from '#features/notes/schema/note-schema.ts'
import { approvals } from '#features/approvals/schema.ts'
import {
  declarations,
  dueDiligenceTasks,
  verifications,
} from '#features/due-diligence/schema/due-diligence-schema.ts'
import { retentionHolds } from '#features/applications/schema/holds-schema.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { hits, listEditions, listEntries, screenings, screeningSubjects } from '#features/screening/schema.ts'
import { newId } from '#base/server/db/id.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { secondFactors } from '#features/access/schema/tables.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { systemContext, inTransaction } from '#features/access/server/command-context.ts'
import type { DocumentRow } from '#features/documents/server/queries.ts'
import { sendKeyed } from './keyed-acts.ts'
import type { TestServer } from './server.ts'
import { makeSigner, type Signer } from './signing.ts'

/** A user's encrypted values, which are stored nowhere else. */
export const ENCRYPTED_COLUMNS_OF_PERSON = {
  /** From `makeSigner`. */
  idNumber: '8001015009087',
  fileName: 'Payslip of a needle.pdf',
  secret: 'the secret',
  askedWhy: 'A needle of staff',
  replied: 'A needle of the client',
  answerBefore: '7777771',
  answerAfter: '7777772',
  noted: 'A needle among staff',
  drafted: 'A needle in a draft',
  declared: 'A needle in a declaration',
  sentBack: 'A needle in a comment',
} as const

const CALL = 'POST /api/signables/fais-letter/signature'

/** A user with every kind of encrypted data. */
export interface PersonWithEncryptedData extends Signer {
  payslip: DocumentRow
  signedDocumentId: string
  /** Repeats the signature with the same idempotency key, which returns the first response. */
  signAgain: () => ReturnType<typeof sendKeyed>
}

/** An answered correction request with one answer. */
async function makeRound({ database: { db }, keyring, now }: TestServer['context'], applicationId: string) {
  const [roundId, id, time] = [newId(), newId(), now()]
  const { askedWhy, replied, answerBefore, answerAfter } = ENCRYPTED_COLUMNS_OF_PERSON
  await db.insert(correctionRounds).values({
    id: roundId,
    applicationId,
    number: 1,
    state: 'answered',
    createdAt: time,
    askedAt: time,
    dueOn: '2026-12-04',
    answeredAt: time,
  })
  await db.insert(correctionItems).values({
    id,
    roundId,
    kind: 'answer',
    path: 'taxIncomeNumber',
    reason: 'other',
    createdAt: time,
    words: encryptPart(keyring, id, 'words', { comment: askedWhy }),
    before: encryptPart(keyring, id, 'before', { taxIncomeNumber: answerBefore }),
    after: encryptPart(keyring, id, 'after', { taxIncomeNumber: answerAfter }),
    reply: encryptPart(keyring, id, 'reply', replied),
  })
}

/** A note of a staff user with one revision. */
async function makeNote(context: TestServer['context'], applicationId: string) {
  const { id: authorId } = await makeUser(context, { role: 'admin' })
  const { db } = context.database
  const [id, time] = [newId(), context.now()]
  await db.insert(notes).values({
    id,
    applicationId,
    authorId,
    kind: 'application',
    createdAt: time,
    version: 2,
  })
  for (const version of [1, 2]) {
    const revisionId = newId()
    const text = encrypt(context.keyring, noteRevisions.words, revisionId, ENCRYPTED_COLUMNS_OF_PERSON.noted)
    await db.insert(noteRevisions).values({ id: revisionId, noteId: id, version, at: time, words: text })
  }
}

/** A staff decision on a check. */
async function makeSettlement(context: TestServer['context'], applicationId: string) {
  const { id: actorId } = await makeUser(context, { role: 'admin' })
  const { database, keyring } = context
  const id = newId()
  await database.db.insert(checkSettlements).values({
    id,
    applicationId,
    number: 1,
    path: 'taxIncomeNumber',
    checkName: 'taxNumber',
    decision: 'accepted',
    content: encryptJson(keyring, checkSettlements.content, id, {
      about: '["1"]',
      reason: ENCRYPTED_COLUMNS_OF_PERSON.noted,
    }),
    actorId,
    at: context.now(),
  })
}

/** A task that was sent back, with a request for approval. */
async function makeDueDiligence(
  context: TestServer['context'],
  { applicationId, userId }: { applicationId: string; userId: string },
) {
  const { id: staff } = await makeUser(context, { role: 'admin' })
  const { id: senior } = await makeUser(context, { role: 'admin' })
  const { keyring } = context
  const { db } = context.database
  const { drafted, declared, sentBack, noted } = ENCRYPTED_COLUMNS_OF_PERSON
  const [taskId, declarationId, verificationId, approvalId] = [newId(), newId(), newId(), newId()]
  const [time, task] = [context.now(), 'bank' as const]
  const draft = JSON.stringify({ bank: drafted })
  await db.insert(dueDiligenceTasks).values({
    id: taskId,
    applicationId,
    task,
    state: 'again',
    version: 2,
    draft: encrypt(keyring, dueDiligenceTasks.draft, taskId, draft),
    reason: 'other',
    comment: encrypt(keyring, dueDiligenceTasks.comment, taskId, sentBack),
  })
  const content = JSON.stringify({ draft: { bank: declared }, basis: {} })
  await db.insert(declarations).values({
    id: declarationId,
    applicationId,
    task,
    version: 1,
    content: encrypt(keyring, declarations.content, declarationId, content),
    wording: '2026-11',
    madeAt: time,
    madeBy: userId,
  })
  await db.insert(verifications).values({
    id: verificationId,
    applicationId,
    task,
    declarationVersion: 1,
    result: 'again',
    documentIds: [],
    byId: staff,
    at: time,
    note: encrypt(keyring, verifications.note, verificationId, noted),
    details: encryptJson(keyring, verifications.details, verificationId, { seen: [], noted }),
  })
  await db.insert(approvals).values({
    id: approvalId,
    kind: 'gate',
    object: applicationId,
    applicationId,
    askedBy: staff,
    askedAt: time,
    askedWords: encrypt(keyring, approvals.askedWords, approvalId, noted),
    decidedBy: senior,
    decidedAt: time,
    decision: 'refused',
    words: encrypt(keyring, approvals.words, approvalId, noted),
    lapsesAt: time,
  })
  const holdId = newId()
  await db.insert(retentionHolds).values({
    id: holdId,
    applicationId,
    why: 'court',
    until: '2020-01-01',
    words: encrypt(keyring, retentionHolds.words, holdId, noted),
    heldBy: staff,
    heldAt: time,
    liftedBy: senior,
    liftedAt: time,
    liftedWords: encrypt(keyring, retentionHolds.liftedWords, holdId, noted),
  })
  const ratingId = newId()
  await db.insert(riskRatings).values({
    id: ratingId,
    applicationId,
    modelVersion: 1,
    points: 5,
    level: 'low',
    factors: encrypt(keyring, riskRatings.factors, ratingId, noted),
    asksWealth: false,
    ratedBy: staff,
    ratedAt: time,
    refreshOn: '2029-11-02',
  })
}

/** A hit on a list, and the comparison that found it. */
async function makeHit({ database: { db }, keyring, now }: TestServer['context'], applicationId: string) {
  const [editionId, entryId, subjectId, screeningId, hitId] = [newId(), newId(), newId(), newId(), newId()]
  const time = now()
  const counts = {
    bytes: 1,
    entries: 1,
    names: 0,
    added: 1,
    changed: 0,
    changedOtherwise: 0,
    removedUids: [],
  }
  await db.insert(listEditions).values({
    id: editionId,
    source: 'FIRM',
    generatedOn: '2026-11-01',
    sha256: editionId,
    ...counts,
    loadedAt: time,
  })
  const list = { source: 'FIRM' as const, uid: entryId }
  const texts = { programme: '', remarks: '', fingerprint: '', contentHash: '' }
  const lists = { births: [], countries: [], documents: [] }
  const entry = { id: entryId, ...list, ...texts, ...lists, person: true, fromEdition: editionId }
  await db.insert(listEntries).values(entry)
  const person = { names: [], births: [], countries: [], documents: [], sex: null }
  const facts = { written: [ENCRYPTED_COLUMNS_OF_PERSON.noted], person }
  await db.insert(screeningSubjects).values({
    id: subjectId,
    applicationId,
    role: 'client',
    facts: encryptJson(keyring, screeningSubjects.facts, subjectId, facts),
    fingerprint: '',
    documentHashes: [],
    unreadable: false,
  })
  const details = { written: [], ruledOut: [] }
  await db.insert(screenings).values({
    id: screeningId,
    subjectId,
    at: time,
    editions: [],
    matcher: 1,
    candidates: 1,
    hits: 1,
    ruledOut: 0,
    details: encryptJson(keyring, screenings.details, screeningId, details),
  })
  const reasons = { features: [], mine: '', listed: '', pairs: [] }
  await db.insert(hits).values({
    id: hitId,
    subjectId,
    applicationId,
    ...list,
    entryId,
    score: 1,
    strong: true,
    features: encryptJson(keyring, hits.features, hitId, reasons),
    words: encryptJson(keyring, hits.words, hitId, ENCRYPTED_COLUMNS_OF_PERSON.noted),
    state: 'open',
    foundAt: time,
    subjectFingerprint: '',
    entryFingerprint: '',
  })
}

/**
 * Creates a client with answers, a file, an on-screen signature, a stored response, a mail, a correction request, a
 * note, a staff decision and a second factor.
 */
export async function makePersonWithEncryptedData(server: TestServer): Promise<PersonWithEncryptedData> {
  const { context } = server
  const signer = await makeSigner(server)
  const { id, username, applicationId, session, signing } = signer
  const payslip = await makeDocument(context, {
    kind: 'payslip',
    ownerId: id,
    applicationId,
    name: ENCRYPTED_COLUMNS_OF_PERSON.fileName,
  })
  const { db } = context.database
  const secret = encrypt(context.keyring, secondFactors.secret, id, ENCRYPTED_COLUMNS_OF_PERSON.secret)
  await db.insert(secondFactors).values({ userId: id, secret, createdAt: context.now() })
  await inTransaction(systemContext(context), (work) =>
    queueMail(work, {
      template: 'application-submitted',
      recipient: username,
      data: { fullName: 'Thandiwe Nkosi', applicationId, answerBy: 'Wednesday 25 November 2026' },
    }),
  )
  await makeRound(context, applicationId)
  await makeNote(context, applicationId)
  await makeSettlement(context, applicationId)
  await makeDueDiligence(context, { applicationId, userId: id })
  await makeHit(context, applicationId)
  const [act, key] = [{ session, path: CALL.split(' ')[1] ?? '', body: signing }, randomUUID()]
  const signAgain = () => sendKeyed(CALL, act, key)
  const { documentId } = (await signAgain()).body as { documentId: string }
  return { ...signer, payslip, signedDocumentId: documentId, signAgain }
}
