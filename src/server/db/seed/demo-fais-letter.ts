import type { Context } from '#server/context.ts'
import { makeFaisLetter } from '#server/documents/fais-letter/make-fais-letter.ts'

/** The disclosure letter of the demo's wealth manager. Licence and people are made up, and say so. */
export async function makeDemoFaisLetter(
  { settings: { branding }, now }: Pick<Context, 'settings' | 'now'>,
  manager: { fullName: string | null; username: string },
): Promise<Buffer> {
  return makeFaisLetter({
    firm: {
      name: branding.firmName,
      tagline: branding.tagline,
      addressLines: ['4th Floor, 22 Riebeek Street', 'Cape Town 8001'],
      phone: branding.supportPhone,
      email: branding.supportEmail,
      registrationNumber: '2009/000000/07 (demonstration)',
      fspNumber: 'FSP 00000',
      licenceNote: '. For demonstration only: no such licence exists',
      keyIndividual: 'Annelise Botha',
      complianceOfficer: 'Vusi Ngcobo, Cape Compliance Services',
      insurance: 'Professional indemnity and fidelity insurance of R 10 million',
    },
    representative: {
      name: manager.fullName ?? manager.username,
      email: manager.username,
      qualifications: 'BCom (Financial Planning), Postgraduate Diploma in Financial Planning, CFP',
      experience: '14 years in advice to private clients',
    },
    issuedOn: now(),
    version: '1',
  })
}
