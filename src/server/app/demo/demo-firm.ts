import type { Settings } from '#server/platform/config/settings.ts'
import type { LetterFacts } from '#server/features/documents/fais-letter/letter-facts.ts'

/** The demo firm and its representative, for the disclosure letter. Licence and people are marked as fictitious. */
export function demoLetterFacts(
  { branding }: Pick<Settings, 'branding'>,
  manager: { fullName: string | null; username: string },
  issuedOn: Date,
): LetterFacts {
  return {
    firm: {
      name: branding.firmName,
      tagline: branding.tagline,
      addressLines: ['4th Floor, Silvertree House', '22 Riebeek Street, Cape Town, 8001'],
      phone: branding.supportPhone,
      email: branding.supportEmail,
      registrationNumber: '2009/000000/07',
      fspNumber: 'FSP 00000',
      licenceNote: '. For demonstration only: no such licence exists',
      keyIndividual: 'Annelise Botha CFP®',
      complianceOfficer: 'Vusi Ngcobo, Cape Compliance Services',
      insurance: 'Professional indemnity and fidelity cover of R 10 million, held throughout',
    },
    representative: {
      name: manager.fullName ?? manager.username,
      email: manager.username,
      qualifications: 'BCom (Financial Planning), Postgraduate Diploma in Financial Planning, RE 5, CFP®',
      experience: 'Fourteen years of advice to private clients, with the firm since 2017',
    },
    issuedOn,
    version: '1',
  }
}
