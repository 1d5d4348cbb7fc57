import type { LetterFacts } from '#server/documents/fais-letter/letter-facts.ts'
import type { HttpSession } from './http.ts'
import { makePdf } from './files.ts'
import { isTaken, send } from './uploads.ts'

/** Sends a FAIS document as one who looks after the accounts does. @returns the address to register it by */
export async function sendLetter(session: HttpSession, bytes?: Buffer): Promise<string> {
  const answer = await session.post('/api/fais-documents/upload')
  if (answer.status !== 200) throw new Error(`No address: ${answer.status} ${answer.text}`)
  const { uploadURL } = answer.body as { uploadURL: string }
  const sent = await send(session, uploadURL, { bytes: bytes ?? (await makePdf()), type: 'application/pdf' })
  if (!isTaken(sent)) throw new Error(`Not taken: ${sent.status} ${sent.bytes.toString()}`)
  return uploadURL.split('?')[0] ?? ''
}

/** What a letter of a manager of some firm says. */
export function someLetterFacts(): LetterFacts {
  return {
    firm: {
      name: 'Protea Private Wealth',
      tagline: 'Protect. Create. Wealth.',
      addressLines: ['22 Riebeek Street', 'Cape Town, 8001'],
      phone: '+27 21 555 0140',
      email: 'support@proteawealth.example',
      registrationNumber: '2009/000000/07',
      fspNumber: 'FSP 00000',
      licenceNote: '',
      keyIndividual: 'Annelise Botha',
      complianceOfficer: 'Vusi Ngcobo',
      insurance: 'Professional indemnity cover',
    },
    representative: {
      name: 'Pieter van Wyk',
      email: 'manager@demo.example',
      qualifications: 'BCom (Financial Planning)',
      experience: 'Fourteen years',
    },
    issuedOn: new Date('2026-11-20T08:00:00Z'),
    version: '1',
  }
}
