import { demoLetterFacts } from '#app/demo/demo-firm.ts'
import { readSettings } from '#app/server/config/settings.ts'
import type { LetterFacts } from '#features/signing/server/fais-letter/letter-facts.ts'
import { makeFaisLetter } from '#features/signing/server/fais-letter/make-fais-letter.ts'
import type { CertificateFacts } from '#features/signing/server/sealing/task.ts'
import type { HttpSession } from './http.ts'
import { makePdf } from './files.ts'
import { isTaken, send } from './uploads.ts'

/** Uploads a FAIS document as a system administrator. @returns the address to register */
export async function sendLetter(session: HttpSession, bytes?: Buffer): Promise<string> {
  const answer = await session.post('/api/fais-documents/upload')
  if (answer.status !== 200) throw new Error(`No address: ${answer.status} ${answer.text}`)
  const { uploadURL } = answer.body as { uploadURL: string }
  const sent = await send(session, uploadURL, { bytes: bytes ?? (await makePdf()), type: 'application/pdf' })
  if (!isTaken(sent)) throw new Error(`Not taken: ${sent.status} ${sent.bytes.toString()}`)
  return uploadURL.split('?')[0] ?? ''
}

/** Content of some manager's letter. */
export function someLetterFacts(): LetterFacts {
  return demoLetterFacts(
    readSettings({}),
    { fullName: 'Pieter van Wyk', username: 'manager@demo.example' },
    new Date('2026-11-20T08:00:00Z'),
  )
}

/** Content of the certificate of a letter signed by typing. */
export function someCertificateFacts(name: string): CertificateFacts {
  return {
    documentId: '0198c7a0-0000-7000-8000-000000000001',
    firmName: 'Protea Private Wealth',
    tagline: 'Protect. Create. Wealth.',
    contact: [],
    title: 'FAIS disclosure letter',
    version: 3,
    sha256: 'ab'.repeat(32),
    bytes: 12_345,
    name,
    idNumber: '•••••••••9087',
    email: 'somebody@demo.example',
    statements: ['One.', 'Two.'],
    wording: '2026-11-22',
    identifiedBy: 'Signed in',
    ip: '192.0.2.1',
    device: 'Firefox on Windows',
    openedAt: new Date('2026-11-20T08:00:00Z'),
    displayedAt: new Date('2026-11-20T08:00:02Z'),
    signedAt: new Date('2026-11-20T08:05:00Z'),
    signature: { by: 'typing', name },
    verifyAt: 'https://onboarding.example/verify',
    timestamped: false,
  }
}

/** A manager's letter as the product makes it: a tagged PDF of four pages. */
export function someLetter(): Promise<Uint8Array> {
  return makeFaisLetter(someLetterFacts())
}
