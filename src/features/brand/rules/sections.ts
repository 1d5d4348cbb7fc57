import type { FirmField } from './field.ts'
import { dueDiligenceSections } from './due-diligence-sections.ts'
import { letterSections } from './letter/sections.ts'
import { officeSections } from './office-sections.ts'
import { signInSection } from './sign-in-section.ts'
import { wordingSections } from './wording-sections.ts'

export type { FirmField }

/** Largest logo that is accepted, in bytes. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024

interface FirmSectionTexts {
  title: string
  description: string
  fields: Readonly<Record<string, FirmField>>
}

/** The sections of the firm's settings, in display order. */
export const firmSections = {
  identity: {
    title: 'Firm',
    description: 'How the firm is named on every page, email and letter.',
    fields: {
      firmName: {
        label: 'Firm name',
        kind: 'line',
        max: 80,
        required: true,
      },
      tagline: { label: 'Tagline', kind: 'line', max: 80 },
      legalName: {
        label: 'Registered name',
        hint: 'As registered with the CIPC, if it differs from the firm name.',
        kind: 'line',
        max: 120,
      },
      tradingNames: { label: 'Trading names', kind: 'line', max: 200 },
      registrationNumber: {
        label: 'Company registration number',
        hint: 'For example 2015/123456/07.',
        kind: 'line',
        max: 30,
      },
      fspNumber: {
        label: 'FSP number',
        hint: 'For example FSP 12345.',
        kind: 'digits',
        max: 6,
        required: true,
      },
      physicalAddress: { label: 'Physical address', kind: 'lines', max: 300, required: true },
      postalAddress: { label: 'Postal address', kind: 'lines', max: 300 },
      website: { label: 'Website', hint: 'Begins with https://.', kind: 'url' },
    },
  },
  logo: {
    title: 'Logo',
    description:
      'PNG, JPEG, WebP or SVG, at most 2 MB and at least 40 pixels high. Without a logo, an emblem and the firm name are shown.',
    fields: {
      light: { label: 'Logo', kind: 'picture' },
      dark: { label: 'Logo for dark mode', kind: 'picture' },
    },
  },
  colours: {
    title: 'Colours',
    description:
      'Used on pages in light mode, in emails and in PDFs, exactly as you give them. Dark mode keeps the standard colours.',
    fields: {
      primary: {
        label: 'Primary colour',
        hint: 'For example #17392f. Leave empty for the product’s own.',
        kind: 'colour',
      },
      accent: { label: 'Accent colour', kind: 'colour' },
    },
  },
  contacts: {
    title: 'Contacts',
    description: 'Who clients write to and call.',
    fields: {
      supportEmail: {
        label: 'Support email',
        kind: 'email',
        required: true,
      },
      supportPhone: {
        label: 'Support phone',
        hint: 'For example 021 555 0140.',
        kind: 'phone',
        required: true,
      },
      complianceName: { label: 'Compliance officer', kind: 'line', max: 80, required: true },
      complianceEmail: { label: 'Compliance email', kind: 'email', required: true },
      complaintsEmail: { label: 'Complaints email', kind: 'email', required: true },
      informationOfficer: { label: 'Information officer (POPIA)', kind: 'line', max: 80 },
    },
  },
  links: {
    title: 'Links',
    description: 'Pages on your own website. Clients agree to the terms and the privacy policy.',
    fields: {
      termsUrl: { label: 'Terms of service', kind: 'url', required: true },
      privacyUrl: { label: 'Privacy policy', kind: 'url', required: true },
      learnMoreUrl: { label: 'About the firm', kind: 'url' },
      builderName: { label: 'Website built by', hint: 'Named in the footer.', kind: 'line', max: 80 },
      builderUrl: { label: 'Their website', kind: 'url' },
    },
  },
  mail: {
    title: 'Email',
    description: 'The sender of every email. The sending address itself is set on the server.',
    fields: {
      senderName: {
        label: 'Sender name',
        hint: 'Leave empty to use the firm name.',
        kind: 'line',
        max: 80,
      },
      replyTo: {
        label: 'Reply-to address',
        hint: 'Replies go here instead of to the sending address.',
        kind: 'email',
      },
      signature: {
        label: 'Signature',
        hint: 'Plain text below every email to a client.',
        kind: 'lines',
        max: 400,
      },
      undoSeconds: {
        label: 'Time to undo (seconds)',
        hint: '0 to 60. Emails to clients wait this long, so that staff can undo what they did.',
        kind: 'count',
        min: 0,
        max: 60,
      },
    },
  },
  references: {
    title: 'References',
    description: 'References of applications begin with these letters, such as PPW-7Q3K-29.',
    fields: {
      prefix: {
        label: 'Prefix',
        hint: '2 to 5 capital letters. Leave empty to use the firm’s initials. A search finds references with any prefix.',
        kind: 'prefix',
        max: 5,
      },
    },
  },
  signIn: signInSection,
  ...wordingSections,
  ...officeSections,
  ...dueDiligenceSections,
  ...letterSections,
} as const satisfies Readonly<Record<string, FirmSectionTexts>>

export type FirmSection = keyof typeof firmSections
/** The values of all fields. */
export type FirmValues = {
  [Section in FirmSection]: Record<keyof (typeof firmSections)[Section]['fields'], string>
}
/** The values of some fields. */
export type SomeFirmValues = Partial<Record<FirmSection, Readonly<Record<string, string>>>>

export const firmSectionNames = Object.keys(firmSections) as [FirmSection, ...FirmSection[]]

/** The fields of a section, by name. */
export function fieldsOf(section: FirmSection): Readonly<Record<string, FirmField>> {
  return firmSections[section].fields
}

/** A required field without a value. */
export interface MissingFirmField {
  section: FirmSection
  field: string
  label: string
}

/** The required fields that are empty, in display order. */
export function missingFields(values: FirmValues): MissingFirmField[] {
  return firmSectionNames.flatMap((section) => {
    const given: Readonly<Record<string, string>> = values[section]
    return Object.entries(fieldsOf(section))
      .filter(([field, { required }]) => required === true && given[field] === '')
      .map(([field, { label }]) => ({ section, field, label }))
  })
}
