import { z } from 'zod'
import { lineOfText } from '#base/rules/input/text.ts'
import { countryName, isCountry } from '#features/applications/rules/world-countries.ts'
import type { RiskLevel } from './levels.ts'

/** The rows of a model that give points, by group, with their labels. */
export const pointRows = {
  domestic: ['Political exposure', 'Domestic politically exposed person'],
  influential: ['Political exposure', 'Prominent influential person'],
  otherCountry: ['Country', 'Another country than South Africa'],
  raisedCountry: ['Country', 'Country of raised risk'],
  taxAbroad: ['Tax residency', 'Each country besides South Africa'],
  taxAbroadMax: ['Tax residency', 'Countries together, at most'],
  taxNumberMissing: ['Tax residency', 'A tax number could not be obtained'],
  stateTrade: ['Occupation', 'Supplies the state'],
  riskyTrade: ['Occupation', 'Trade of higher risk'],
  noIncome: ['Income and wealth', 'Wealth without an income'],
  wealthEvidenced: ['Income and wealth', 'High wealth for the income, evidenced'],
  wealthUnproven: ['Income and wealth', 'High wealth for the income, not evidenced'],
  firstAmountMiddle: ['First amount', 'From the first limit'],
  firstAmountLarge: ['First amount', 'From the second limit'],
  firstAmountLargest: ['First amount', 'From the third limit'],
  retirement: ['Purpose', 'Retirement'],
  education: ['Purpose', 'Education'],
  general: ['Purpose', 'Saving and investing in general'],
  offshore: ['Purpose', 'Investing abroad'],
  forOther: ['Purpose', 'For someone else'],
  giftOrInheritance: ['Source of funds', 'Gift or inheritance'],
  loan: ['Source of funds', 'Loan'],
  cryptoOrCash: ['Source of funds', 'Crypto assets or cash'],
  fundsUnproven: ['Source of funds', 'Not evidenced'],
  metAtDistance: ['Verification', 'Video, certified copy or third party'],
  neverMet: ['Verification', 'Never met'],
  forChild: ['Representation', 'Acts for a child'],
  forAdult: ['Representation', 'Acts for another person'],
  otherAccount: ['Bank account', 'Account of someone else'],
  identityInDoubt: ['Identity', 'ID number is invalid, or another birth date'],
} as const satisfies Record<string, readonly [group: string, label: string]>

export type PointRow = keyof typeof pointRows
export const pointRowNames = Object.keys(pointRows) as PointRow[]

/** Staff can note at most so many points, with a reason. */
export const MAX_NOTED_POINTS = 25

const MAX_POINTS = 100
const whole = (min: number, max: number) =>
  z
    .int({ error: `Please enter a whole number from ${min} to ${max}` })
    .min(min)
    .max(max)
const points = z.int().min(0).max(MAX_POINTS)
const country = lineOfText().overwrite(countryName).refine(isCountry, 'Please choose a country from the list')
const trades = z.array(lineOfText(60).min(2)).max(60)
const rand = z.int().min(0).max(1_000_000_000)

/** The content of a risk model: a firm's points, limits and lists. Amounts are in rand. */
export const modelSchema = z
  .strictObject({
    /** Points from which a level applies; below `medium` it is low. */
    levels: z.strictObject({ medium: whole(1, 500), high: whole(2, 500) }),
    /** Months until due diligence is refreshed. */
    refreshMonths: z.strictObject({ low: whole(1, 60), medium: whole(1, 60), high: whole(1, 12) }),
    points: z.strictObject(
      Object.fromEntries(pointRowNames.map((name) => [name, points])) as Record<PointRow, typeof points>,
    ),
    /** Countries of raised risk, and since when (yyyy-MM-dd). */
    raisedCountries: z.array(z.strictObject({ country, since: z.iso.date() })).max(100),
    /** Countries that call for action: always high. */
    highCountries: z.array(z.strictObject({ country, since: z.iso.date() })).max(100),
    /** Words in an occupation or industry. */
    riskyTrades: trades,
    stateTrades: trades,
    /** Net worth above this many times the yearly income has to be evidenced. */
    wealthTimesIncome: whole(1, 1000),
    /** Rand: wealth without an income above it counts. */
    wealthWithoutIncome: rand,
    /** Rand, ascending. */
    firstAmounts: z.tuple([rand, rand, rand]),
  })
  .refine(({ levels }) => levels.high > levels.medium, {
    path: ['levels', 'high'],
    message: 'High has to begin above Medium',
  })
  .refine(({ firstAmounts: [first, second, third] }) => first < second && second < third, {
    path: ['firstAmounts'],
    message: 'Please enter three limits in ascending order',
  })
  .refine(({ refreshMonths: { low, medium, high } }) => high <= medium && medium <= low, {
    path: ['refreshMonths'],
    message: 'A higher risk is refreshed at least as often as a lower one',
  })

export type ModelContent = z.output<typeof modelSchema>

/** States of a version: at most one is proposed, and one in force. */
export const modelStates = {
  proposed: 'Proposed',
  'in-force': 'In force',
  retired: 'Replaced',
  withdrawn: 'Withdrawn',
} as const

export type ModelState = keyof typeof modelStates
export const modelStateNames = Object.keys(modelStates) as [ModelState, ...ModelState[]]

/** A version of the firm's model. */
export interface RiskModel {
  version: number
  content: ModelContent
}

/** Version 1: in force until a firm puts its own in force. */
export const shippedModel: RiskModel = {
  version: 1,
  content: {
    levels: { medium: 25, high: 50 },
    refreshMonths: { low: 36, medium: 24, high: 12 },
    points: {
      domestic: 15,
      influential: 15,
      otherCountry: 5,
      raisedCountry: 20,
      taxAbroad: 5,
      taxAbroadMax: 10,
      taxNumberMissing: 10,
      stateTrade: 10,
      riskyTrade: 15,
      noIncome: 10,
      wealthEvidenced: 5,
      wealthUnproven: 15,
      firstAmountMiddle: 5,
      firstAmountLarge: 10,
      firstAmountLargest: 15,
      retirement: 0,
      education: 0,
      general: 0,
      offshore: 10,
      forOther: 20,
      giftOrInheritance: 3,
      loan: 5,
      cryptoOrCash: 20,
      fundsUnproven: 15,
      metAtDistance: 5,
      neverMet: 10,
      forChild: 3,
      forAdult: 10,
      otherAccount: 10,
      identityInDoubt: 10,
    },
    raisedCountries: [],
    highCountries: [],
    riskyTrades: [
      'arms dealer',
      'firearms',
      'bookmaker',
      'casino',
      'gambling',
      'crypto',
      'money transfer',
      'remittance',
      'pawnbroker',
      'scrap metal',
      'gold dealer',
      'precious metal',
      'diamond',
      'cash trade',
    ],
    stateTrades: ['supplier to the state', 'state supplier', 'government supplier', 'tender'],
    wealthTimesIncome: 20,
    wealthWithoutIncome: 1_000_000,
    firstAmounts: [1_000_000, 5_000_000, 25_000_000],
  },
}

/** The level of a number of points. */
export function levelOf(sum: number, { levels }: ModelContent): RiskLevel {
  if (sum >= levels.high) return 'high'
  return sum >= levels.medium ? 'medium' : 'low'
}
