import { z } from 'zod'
import type { Thresholds } from '#domain/screening/score.ts'

const onOrOff = z.enum(['on', 'off'], { error: 'use on or off' })

const score = (usual: number, description: string) =>
  z.coerce
    .number({ error: 'use a number from 0.5 to 1' })
    .min(0.5)
    .max(1)
    .default(usual)
    .meta({ description })

/** The variables of due diligence. */
export const dueDiligenceVariables = z.object({
  FICA_PACK: onOrOff.default('off').meta({
    description:
      'whether clients prove identity, address, bank account, source of funds, political exposure and tax residency, and only verified clients are onboarded ([ADR 142](decisions/0142-keep-due-diligence-beside-the-application.md))',
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
  LISTS_DIR: z.string().optional().meta({
    description:
      'a folder with files of sanctions lists that another program downloads: hourly, newer ones are loaded and put in force',
  }),
  LIST_MAX_DAYS: z.coerce
    .number({ error: 'use a number of days from 1 to 60' })
    .int()
    .min(1)
    .max(60)
    .default(7)
    .meta({ description: 'with an older list of the United Nations no client is onboarded' }),
  SCREENING_STRONG: score(0.9, 'score from which a hit on a sanctions list is strong'),
  SCREENING_POSSIBLE: score(0.8, 'score from which a client is a hit on a sanctions list'),
  SCREENING_UN_POSSIBLE: score(0.75, 'the same for the United Nations’ list'),
  SCREENING_UN_NAME: score(
    0.95,
    'similarity of names that is always a hit on the United Nations’ list; a change of a score compares all clients again',
  ),
  CRS_REPORTING: onOrOff.default('on').meta({
    description:
      'whether the firm reports under the Common Reporting Standard: clients then give each country’s tax number, or why there is none',
  }),
  MANAGERS_SEE_RATING: onOrOff.default('off').meta({
    description:
      'whether wealth managers see the level of risk of their clients, and when due diligence is refreshed; never the reasons',
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
    /** Null without one. */
    listsDir: string | null
    listMaxDays: number
    thresholds: Thresholds
    /** Managers see the level of their clients' risk, and never why. */
    managersSeeRating: boolean
  }
}

/** The settings from the variables. */
export function toDueDiligenceSettings(
  variables: z.infer<typeof dueDiligenceVariables>,
): DueDiligenceSettings {
  return {
    dueDiligence: {
      on: variables.FICA_PACK === 'on',
      addressProofMonths: variables.ADDRESS_PROOF_MONTHS,
      wealthAsk: variables.WEALTH_ASK,
      crsReporting: variables.CRS_REPORTING === 'on',
      listsDir: variables.LISTS_DIR ?? null,
      listMaxDays: variables.LIST_MAX_DAYS,
      thresholds: {
        strong: variables.SCREENING_STRONG,
        possible: variables.SCREENING_POSSIBLE,
        unPossible: variables.SCREENING_UN_POSSIBLE,
        unName: variables.SCREENING_UN_NAME,
      },
      managersSeeRating: variables.MANAGERS_SEE_RATING === 'on',
    },
  }
}
