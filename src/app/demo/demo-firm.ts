import { accountName } from '#features/access/rules/account-name.ts'
import { EMPTY_PROFILE, type LetterProfile } from '#features/signing/rules/letter/profile.ts'
import { servicesText } from '#features/brand/rules/letter/services.ts'
import type { LetterTemplate } from '#features/signing/rules/letter/content.ts'
import type { FirmValues } from '#features/brand/rules/sections.ts'
import type { Settings } from '#base/server/config/settings.ts'
import type { LetterFacts } from '#features/signing/server/fais-letter/letter-facts.ts'

/** The firm's services in the demonstration. */
const services = servicesText(
  ['1.3', '1.20', '1.4', '1.5', '1.7', '1.8', '1.12', '1.14', '1.16', '1.17', '1.18'].map((code) => ({
    code,
    advice: true,
    intermediary: true,
  })),
)

/** What the demo firm fills in. Licence and people are marked as fictitious. */
export const demoSections = {
  identity: {
    registrationNumber: '2009/000000/07',
    fspNumber: '00000',
    physicalAddress: '4th Floor, Silvertree House\n22 Riebeek Street, Cape Town, 8001',
  },
  contacts: {
    complianceName: 'Vusi Ngcobo, Cape Compliance Services',
    complianceEmail: 'compliance@proteawealth.example',
    complaintsEmail: 'complaints@proteawealth.example',
  },
  letterFacts: {
    keyIndividual: 'Annelise Botha CFP®',
    licenceCategory: 'Category I',
    licenceConditions: 'None. For demonstration only: no such licence exists',
    services,
    cover: 'both',
    coverDetails: 'R 10 million, held throughout',
    exemption: 'None',
    shareholding: 'no',
    income: 'no',
    interestsReviewed: '2026-09-01',
  },
  letterText: {
    remuneration: `# How we are paid

You will know what our advice costs, in rand, before you commit yourself to anything. Depending on the product, we are paid in one or more of these ways, all of them excluding value-added tax at the current rate:

- **Investment products.** An initial advice fee of at most 1.50% of the amount invested, and an annual advice fee of at most 0.85% of its value, both agreed with you in writing. You may end the annual fee at any time.
- **Risk and life products.** Commission paid by the insurer, up to the maximum that the regulations under the Long-term Insurance Act prescribe. It forms part of the premium that you are quoted.
- **Medical schemes.** Commission paid by the scheme, up to the maximum under the Medical Schemes Act.
- **Planning without a product.** An hourly fee of R 1 950, or a fixed fee agreed beforehand.

[interests]`,
  },
} as const satisfies Partial<Record<keyof FirmValues, Record<string, string>>>

/** What the letter says of each demo manager. */
export const demoProfile: LetterProfile = {
  ...EMPTY_PROFILE,
  qualifications: 'BCom (Financial Planning), Postgraduate Diploma in Financial Planning, RE 5, CFP®',
  experience: 'Fourteen years of advice to private clients, with the firm since 2017',
  capacity: 'mandate',
  appointedOn: '2017-03-01',
  services,
  supervised: 'no',
}

/** A disclosure letter of the demo firm. */
export function demoLetterFacts(
  { branding, firm: { values } }: Pick<Settings, 'branding' | 'firm'>,
  manager: { fullName: string | null; username: string },
  issuedOn: Date,
): LetterFacts {
  const template: LetterTemplate = {
    letterFacts: { ...values.letterFacts, ...demoSections.letterFacts },
    letterText: { ...values.letterText, ...demoSections.letterText },
  }
  return {
    content: {
      template,
      firm: {
        identity: { ...values.identity, ...demoSections.identity },
        contacts: { ...values.contacts, ...demoSections.contacts },
      },
      manager: {
        name: accountName(manager),
        email: manager.username,
        phone: values.contacts.supportPhone,
        profile: demoProfile,
      },
    },
    head: { tagline: branding.tagline, logo: branding.logoFile, colours: branding.colours },
    issuedOn,
    version: 1,
  }
}
