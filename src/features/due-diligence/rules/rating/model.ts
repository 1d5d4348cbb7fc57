import { z } from 'zod'
import { lineOfText } from '#base/rules/input/text.ts'
import { countryName, isCountry } from '#features/applications/rules/world-countries.ts'
import type { RiskLevel } from './levels.ts'

/** The shipped points of each row that gives some. */
const shippedPoints = {
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
  fundsPartlyExplained: 10,
  fundsHardlyExplained: 20,
  yearlyAboveHalf: 5,
  yearlyAboveIncome: 15,
  aboveNetWorth: 10,
  salaryYears: 5,
  plausibilityMax: 30,
  ownList: 25,
}

export type PointRow = keyof typeof shippedPoints
export const pointRowNames = Object.keys(shippedPoints) as PointRow[]

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
/** The day of a list, or its month. */
const asOf = z.union([z.iso.date(), z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/u)], {
  error: 'Please enter a day, such as 2026-06-26, or a month, such as 2026-06',
})
const rand = z.int().min(0).max(1_000_000_000)

/** What admins change on screen. */
export const modelChoicesSchema = z
  .strictObject({
    /** Points from which a level applies; below `medium` it is low. */
    levels: z.strictObject({ medium: whole(1, 500), high: whole(2, 500) }),
    /** Months until due diligence is refreshed. */
    refreshMonths: z.strictObject({ low: whole(1, 60), medium: whole(1, 60), high: whole(1, 12) }),
    /** Countries under increased monitoring, and as of which list (yyyy-MM-dd or yyyy-MM). */
    raisedCountries: z.array(z.strictObject({ country, since: asOf })).max(100),
    /** Countries that call for action: always high. */
    highCountries: z.array(z.strictObject({ country, since: asOf })).max(100),
    /** Words in an occupation or industry, in any order (`trades.ts`). */
    riskyTrades: trades,
  })
  .refine(({ levels }) => levels.high > levels.medium, {
    path: ['levels', 'high'],
    message: 'High has to begin above Medium',
  })
  .refine(({ refreshMonths: { low, medium, high } }) => high <= medium && medium <= low, {
    path: ['refreshMonths'],
    message: 'A higher risk is refreshed at least as often as a lower one',
  })

/** The content of a risk model. The other fields come with the file of `firm:import`. Amounts are in rand. */
export const modelSchema = modelChoicesSchema
  .safeExtend({
    points: z.strictObject(
      // A file of an earlier release has no points for what was not rated then.
      Object.fromEntries(pointRowNames.map((name) => [name, points.default(shippedPoints[name])])) as Record<
        PointRow,
        z.ZodDefault<typeof points>
      >,
    ),
    stateTrades: trades,
    /** Net worth above this many times the yearly income has to be evidenced. */
    wealthTimesIncome: whole(1, 1000),
    /** Wealth without an income above it counts. */
    wealthWithoutIncome: rand,
    /** Ascending. */
    firstAmounts: z.tuple([rand, rand, rand]),
  })
  .refine(({ firstAmounts: [first, second, third] }) => first < second && second < third, {
    path: ['firstAmounts'],
    message: 'Please enter three limits in ascending order',
  })

export type ModelChoices = z.output<typeof modelChoicesSchema>
export type ModelContent = z.output<typeof modelSchema>

/** State of a version: at most one is proposed, and one in force. */
export type ModelState = 'proposed' | 'in-force' | 'retired' | 'withdrawn'

/** A version of the firm's model. */
export interface RiskModel {
  version: number
  content: ModelContent
}

/** The day of the lists of the Financial Action Task Force that version 2 has (test/truth/countries.csv). */
const FATF = '2026-06'
const asOfFatf = (names: string) => names.split(', ').map((name) => ({ country: name, since: FATF }))

/** Version 2: in force until a firm puts its own in force. */
export const shippedModel: RiskModel = {
  version: 2,
  content: {
    levels: { medium: 25, high: 50 },
    refreshMonths: { low: 36, medium: 24, high: 12 },
    points: shippedPoints,
    raisedCountries: asOfFatf(
      'Angola, Bolivia, Bosnia and Herzegovina, British Virgin Islands, Bulgaria, Cameroon, Democratic Republic of the Congo, Haiti, Iraq, Ivory Coast, Kenya, Kuwait, Laos, Lebanon, Monaco, Nepal, Papua New Guinea, South Sudan, Syria, Venezuela, Vietnam, Yemen',
    ),
    highCountries: asOfFatf('North Korea, Iran, Myanmar'),
    riskyTrades: [
      'arms dealer',
      'firearm',
      'bookmaker',
      'casino',
      'gambling',
      'crypto',
      'cryptocurrency',
      'bitcoin',
      'forex trader',
      'money transfer',
      'remittance',
      'pawnbroker',
      'scrap metal',
      'gold coin',
      'gold dealer',
      'gold bar',
      'krugerrand',
      'precious metal',
      'diamond',
      'jeweller',
      'jewellery',
      'used car',
      'motor dealer',
      'second hand',
      'cash trade',
    ],
    stateTrades: ['supplier to the state', 'state supplier', 'government supplier', 'tender'],
    wealthTimesIncome: 20,
    wealthWithoutIncome: 1_000_000,
    firstAmounts: [1_000_000, 5_000_000, 25_000_000],
  },
}

/** What earlier releases shipped, for the ratings made by it. */
const earlierModels: readonly RiskModel[] = [
  {
    version: 1,
    content: {
      ...shippedModel.content,
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
    },
  },
]

/** A shipped version; null for another. */
export function shippedVersion(version: number | null): RiskModel | null {
  return [shippedModel, ...earlierModels].find((one) => one.version === version) ?? null
}

/** A stored model, with the points of rows that it was stored without. */
export function withAllPoints(content: ModelContent): ModelContent {
  return { ...content, points: { ...shippedPoints, ...content.points } }
}

/** The level of a number of points. */
export function levelOf(sum: number, { levels }: ModelContent): RiskLevel {
  if (sum >= levels.high) return 'high'
  return sum >= levels.medium ? 'medium' : 'low'
}
