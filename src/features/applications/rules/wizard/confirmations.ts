import { z } from 'zod'

/** Stored with each confirmation: change this date whenever a statement changes. */
export const CONFIRMATIONS_VERSION = '2026-11-21'

/** The three statements before submission (specification section 5). `{terms}` and `{privacy}` are links. */
export const confirmations = {
  accurate: {
    statement: 'I confirm that all the information I have given is accurate and complete.',
    missing: 'Please confirm that your information is accurate and complete',
  },
  terms: {
    statement: 'I agree to the {terms} and the {privacy}.',
    missing: 'Please agree to the Terms of Service and Privacy Policy',
  },
  brokerReview: {
    statement: 'I understand that my application will be reviewed by my assigned Financial Broker.',
    missing: 'Please confirm that you understand who will review your application',
  },
} as const

export type ConfirmationName = keyof typeof confirmations
export const confirmationNames = Object.keys(confirmations) as [ConfirmationName, ...ConfirmationName[]]

/** Which statements are ticked. */
export const confirmationFields = z.strictObject({
  accurate: z.boolean(),
  terms: z.boolean(),
  brokerReview: z.boolean(),
})

export type Confirmations = z.infer<typeof confirmationFields>

/** When each statement was confirmed, in which version, and the pages that it linked to. */
export type ConfirmationRecord = Partial<
  Record<ConfirmationName, { at: string; wording: string; links?: AgreedLinks }>
>

/** The addresses of the firm's terms and privacy policy. Missing in records of earlier releases. */
export interface AgreedLinks {
  terms: string
  privacy: string
}

/** A statement with the names of its links, and the addresses that were agreed to. */
export function statementText(name: ConfirmationName, links?: AgreedLinks): string {
  const linked = (title: string, address: string | undefined) =>
    address === undefined || address === '' ? title : `${title} (${address})`
  return confirmations[name].statement
    .replace('{terms}', () => linked('Terms of Service', links?.terms))
    .replace('{privacy}', () => linked('Privacy Policy', links?.privacy))
}
