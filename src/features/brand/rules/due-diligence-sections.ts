import { DEFAULT_THRESHOLDS, type Thresholds } from '#features/screening/rules/thresholds.ts'
import type { FirmField } from './field.ts'

const scoreField = (label: string, hint?: string): FirmField => ({
  label,
  ...(hint !== undefined && { hint }),
  kind: 'count',
  min: 50,
  max: 100,
})

/** Due diligence, screening and reminders, as sections of the firm's settings. */
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
  screening: {
    title: 'Sanctions screening',
    description:
      'Scores in per cent, 50 to 100. After a change all clients are compared again: ask your compliance officer first.',
    fields: {
      strong: scoreField('Strong match from'),
      possible: scoreField('Possible match from', 'At most the score of a strong match.'),
      unPossible: scoreField('Possible match on the United Nations’ list from'),
      unName: scoreField(
        'Similar name on the United Nations’ list from',
        'Always a match, whatever else differs.',
      ),
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

const percent = (share: number) => String(Math.round(100 * share))

export const dueDiligenceDefaults = {
  dueDiligence: {
    addressProofMonths: '3',
    wealthAsk: '10000000',
    listMaxDays: '7',
    crsReporting: 'on',
    managersSeeRating: 'off',
  },
  screening: {
    strong: percent(DEFAULT_THRESHOLDS.strong),
    possible: percent(DEFAULT_THRESHOLDS.possible),
    unPossible: percent(DEFAULT_THRESHOLDS.unPossible),
    unName: percent(DEFAULT_THRESHOLDS.unName),
  },
  reminders: { draftDays: '0' },
} as const

type Texts = Readonly<Record<string, string>>

/** Problems of values that are valid each, and not together. */
export function dueDiligenceProblems(
  section: string,
  { strong, possible, unPossible, unName, wealthAsk }: Texts,
): { path: string; message: string }[] {
  if (section === 'screening' && Number(possible) > Number(strong))
    return [{ path: 'possible', message: 'Please enter at most the score of a strong match' }]
  if (section === 'screening' && Number(unPossible) > Number(unName))
    return [{ path: 'unPossible', message: 'Please enter at most the score of a similar name' }]
  if (section === 'dueDiligence' && wealthAsk === '')
    return [{ path: 'wealthAsk', message: 'Please enter an amount' }]
  return []
}

/** The rules of the firm, as the server reads them. */
export function dueDiligenceOf(firm: Readonly<Record<keyof typeof dueDiligenceDefaults, Texts>>) {
  const { addressProofMonths, wealthAsk, listMaxDays, crsReporting, managersSeeRating } = firm.dueDiligence
  const score = (name: keyof Thresholds) => Number(firm.screening[name]) / 100
  return {
    addressProofMonths: Number(addressProofMonths),
    /** Rand. */
    wealthAsk: Number(wealthAsk),
    crsReporting: crsReporting === 'on',
    listMaxDays: Number(listMaxDays),
    thresholds: {
      strong: score('strong'),
      possible: score('possible'),
      unPossible: score('unPossible'),
      unName: score('unName'),
    },
    /** Managers see the level of their clients' risk, and never why. */
    managersSeeRating: managersSeeRating === 'on',
  }
}
