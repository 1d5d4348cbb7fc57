import type { FirmField } from './field.ts'

/** Due diligence and reminders, as sections of the firm's settings. */
export const dueDiligenceSections = {
  dueDiligence: {
    title: 'Due diligence',
    description: 'What clients and staff are asked, where due diligence is switched on.',
    fields: {
      addressProofMonths: {
        label: 'Age of a proof of address (months)',
        hint: '1 to 24. An older proof of address or bank statement shows a warning.',
        kind: 'count',
        max: 24,
      } as FirmField,
      wealthAsk: {
        label: 'Source of wealth from (rand)',
        hint: 'Clients who invest more say how their wealth came about.',
        kind: 'digits',
        max: 12,
      } as FirmField,
      listMaxDays: {
        label: 'Age of the United Nations’ list (days)',
        hint: '1 to 60. With an older list no client is onboarded.',
        kind: 'count',
        max: 60,
      } as FirmField,
      crsReporting: {
        label: 'Common Reporting Standard',
        hint: 'Where the firm reports, clients give each country’s tax number, or why there is none.',
        kind: 'choice',
        choices: { on: 'The firm reports', off: 'The firm does not report' },
      } as FirmField,
      managersSeeRating: {
        label: 'Risk level for wealth managers',
        hint: 'Never the reasons.',
        kind: 'choice',
        choices: { off: 'Hidden', on: 'Visible for their own clients' },
      } as FirmField,
    },
  },
  reminders: {
    title: 'Reminders',
    description: 'Clients are reminded of an unfinished application at most three times.',
    fields: {
      draftDays: {
        label: 'After days without a change',
        hint: '0 to 90. 0 sends no reminders.',
        kind: 'count',
        min: 0,
        max: 90,
      } as FirmField,
    },
  },
} as const

export const dueDiligenceDefaults = {
  dueDiligence: {
    addressProofMonths: '3',
    wealthAsk: '10000000',
    listMaxDays: '7',
    crsReporting: 'on',
    managersSeeRating: 'off',
  },
  reminders: { draftDays: '0' },
} as const

type Texts = Readonly<Record<string, string>>

/** Problems of values that are valid each, and not together. */
export function dueDiligenceProblems(
  section: string,
  { wealthAsk }: Texts,
): { path: string; message: string }[] {
  if (section === 'dueDiligence' && wealthAsk === '')
    return [{ path: 'wealthAsk', message: 'Please enter an amount' }]
  return []
}

/** The rules of the firm, as the server reads them. */
export function dueDiligenceOf(firm: Readonly<Record<keyof typeof dueDiligenceDefaults, Texts>>) {
  const { addressProofMonths, wealthAsk, listMaxDays, crsReporting, managersSeeRating } = firm.dueDiligence
  return {
    addressProofMonths: Number(addressProofMonths),
    /** Rand. */
    wealthAsk: Number(wealthAsk),
    crsReporting: crsReporting === 'on',
    listMaxDays: Number(listMaxDays),
    /** Managers see the level of their clients' risk, and never why. */
    managersSeeRating: managersSeeRating === 'on',
  }
}
