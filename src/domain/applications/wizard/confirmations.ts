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
