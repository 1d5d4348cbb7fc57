import { expect } from 'vitest'
import type { Application } from '#features/applications/api/application.ts'
import { applicationStatuses, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { raw, type RawAnswer } from '#test/support/uploads.ts'
import { browserOf, marks, NoAnswer, repeatActs, sha256Of, signIn, type Journal } from './client.ts'

/**
 * Checks that everything acknowledged to a client exists, and that unacknowledged requests took effect completely or
 * not at all. Those that did count as acknowledged from then on. Keyed operations are repeated, so that missing ones
 * are performed now.
 */
export async function expectJournal(journal: Journal, url: string): Promise<void> {
  const session = browserOf(journal, url)
  if (journal.isSignedIn === 'asked') await signIn(journal, session)
  const answer = await session.get('/api/application').catch(() => {
    throw new NoAnswer()
  })
  if (answer.status === 503) throw new NoAnswer()
  expect([journal.username, answer.status]).toEqual([journal.username, 200])
  const application = answer.body as Application
  expectSaves(journal, application)
  await expectFiles(journal, application, (file) => raw(session, url + file.url))
  expectSubmission(journal, application)
  expect([journal.username, await repeatActs(journal, session)]).toEqual([journal.username, []])
}

function expectSaves(journal: Journal, application: Application): void {
  const { asked, acknowledged } = journal.save
  const n = Number(/^City (\d+)$/u.exec(application.city ?? '')?.[1] ?? 0)
  expect(n).toBeGreaterThanOrEqual(acknowledged)
  expect(n).toBeLessThanOrEqual(asked)
  if (n > 0) expect(application).toMatchObject(marks(n))
  journal.save.acknowledged = n
}

async function expectFiles(
  { files }: Journal,
  { payslipUploads, faisDocument }: Application,
  read: (file: UploadedFile) => Promise<RawAnswer>,
): Promise<void> {
  const listed = new Map(
    [...payslipUploads, ...(faisDocument === null ? [] : [faisDocument])].map((file) => [file.name, file]),
  )
  for (const name of listed.keys()) expect([...files.keys()]).toContain(name)
  for (const [name, file] of files) {
    const there = listed.get(name)
    if (file.state === 'registered') expect(there?.id).toBe(file.id)
    if (file.state === 'removed') expect(there).toBeUndefined()
    file.state = there === undefined ? 'removed' : 'registered'
    if (there === undefined) continue
    file.id = there.id
    const { status, bytes } = await read(there).catch(() => {
      throw new NoAnswer()
    })
    if (status === 503) throw new NoAnswer()
    file.sha256 ??= sha256Of(bytes)
    expect([name, status, sha256Of(bytes)]).toEqual([name, 200, file.sha256])
  }
}

/** Possible statuses: staff may have changed that of a submitted application. */
const POSSIBLE: Readonly<Record<Journal['submission'], readonly ApplicationStatus[]>> = {
  none: ['draft'],
  asked: applicationStatuses,
  acknowledged: applicationStatuses.filter((status) => status !== 'draft'),
}

function expectSubmission(journal: Journal, { status }: Application): void {
  expect(POSSIBLE[journal.submission]).toContain(status)
  journal.submission = status === 'draft' ? 'none' : 'acknowledged'
}
