import { z } from 'zod'

const onOrOff = z.enum(['on', 'off'], { error: 'use on or off' })

/** The variables of due diligence. */
export const dueDiligenceVariables = z.object({
  FICA_PACK: onOrOff.optional().meta({
    description:
      'whether clients prove identity, address, bank account, source of funds, political exposure and tax residency, and only verified clients are onboarded ([ADR 142](decisions/0142-keep-due-diligence-beside-the-application.md))',
    unset: 'off, in a demonstration on',
  }),
  ADDRESS_PROOF_MONTHS: z.coerce
    .number({ error: 'use a number of months from 1 to 24' })
    .int()
    .min(1)
    .max(24)
    .default(3)
    .meta({ description: 'how old a proof of address or a bank statement may be without a warning' }),
  WEALTH_ASK: z.coerce
    .number({ error: 'use an amount in rand' })
    .min(0)
    .default(10_000_000)
    .meta({ description: 'clients who invest more, in rand, say how their wealth came about' }),
  CRS_REPORTING: onOrOff.default('on').meta({
    description:
      'whether the firm reports under the Common Reporting Standard: clients then give each country’s tax number, or why there is none',
  }),
})

/** Due diligence of clients. */
export interface DueDiligenceSettings {
  dueDiligence: {
    on: boolean
    addressProofMonths: number
    /** Rand. */
    wealthAsk: number
    crsReporting: boolean
  }
}

/** The settings from the variables. */
export function toDueDiligenceSettings(
  variables: z.infer<typeof dueDiligenceVariables>,
  { demo }: { demo: boolean },
): DueDiligenceSettings {
  return {
    dueDiligence: {
      on: (variables.FICA_PACK ?? (demo ? 'on' : 'off')) === 'on',
      addressProofMonths: variables.ADDRESS_PROOF_MONTHS,
      wealthAsk: variables.WEALTH_ASK,
      crsReporting: variables.CRS_REPORTING === 'on',
    },
  }
}
