import type { BodyOf } from '#base/rules/api/contract.ts'
import { pointRowNames, pointRows, type ModelContent } from '#features/due-diligence/rules/rating/model.ts'

/** A field of the model as text, by its path in the content. */
export interface ModelField {
  path: string
  group: string
  label: string
  /** Several lines, one entry each. */
  lines?: true
  hint?: string
}

/** The fields of a model, in the order of the form. */
export const modelFields: readonly ModelField[] = [
  { path: 'levels.medium', group: 'Levels', label: 'Medium from, in points' },
  { path: 'levels.high', group: 'Levels', label: 'High from, in points' },
  { path: 'refreshMonths.low', group: 'Refresh of due diligence', label: 'Low, after months' },
  { path: 'refreshMonths.medium', group: 'Refresh of due diligence', label: 'Medium, after months' },
  { path: 'refreshMonths.high', group: 'Refresh of due diligence', label: 'High, after months' },
  ...pointRowNames.map((name) => ({
    path: `points.${name}`,
    group: pointRows[name][0],
    label: pointRows[name][1],
  })),
  { path: 'firstAmounts.0', group: 'First amount', label: 'First limit, in rand' },
  { path: 'firstAmounts.1', group: 'First amount', label: 'Second limit, in rand' },
  { path: 'firstAmounts.2', group: 'First amount', label: 'Third limit, in rand' },
  {
    path: 'wealthTimesIncome',
    group: 'Income and wealth',
    label: 'Wealth is high above this many times the income',
  },
  { path: 'wealthWithoutIncome', group: 'Income and wealth', label: 'Wealth without an income, in rand' },
  {
    path: 'raisedCountries',
    group: 'Lists',
    label: 'Countries of raised risk',
    lines: true,
    hint: 'One a line, with the day since: Zambia, 2026-03-01',
  },
  {
    path: 'highCountries',
    group: 'Lists',
    label: 'Countries that call for action (always High)',
    lines: true,
    hint: 'One a line, with the day since: Iran, 2026-03-01',
  },
  {
    path: 'riskyTrades',
    group: 'Lists',
    label: 'Trades of higher risk',
    lines: true,
    hint: 'One a line: parts of an occupation or industry',
  },
  {
    path: 'stateTrades',
    group: 'Lists',
    label: 'Suppliers of the state',
    lines: true,
    hint: 'One a line: parts of an occupation or industry',
  },
]

export type ModelTexts = Readonly<Record<string, string>>

/** A model as texts of the form. */
export function textsOf(content: ModelContent): ModelTexts {
  return Object.fromEntries(modelFields.map(({ path }) => [path, textAt(content, path)]))
}

function textAt(content: ModelContent, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((within, name) => (within as Record<string, unknown>)[name], content)
  if (!Array.isArray(value)) return String(value)
  return value
    .map((one: string | { country: string; since: string }) =>
      typeof one === 'string' ? one : `${one.country}, ${one.since}`,
    )
    .join('\n')
}

/** The model that the texts say. The server checks it. */
export function contentOf(texts: ModelTexts): BodyOf<'POST /api/admin/risk-models'>['content'] {
  const text = (path: string) => texts[path] ?? ''
  const number = (path: string) =>
    text(path).trim() === '' ? Number.NaN : Number(text(path).replaceAll(/\s/gu, ''))
  const lines = (path: string) =>
    text(path)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  const countries = (path: string) =>
    lines(path).map((line) => {
      const comma = line.lastIndexOf(',')
      return comma < 0
        ? { country: line, since: '' }
        : { country: line.slice(0, comma).trim(), since: line.slice(comma + 1).trim() }
    })
  const points = Object.fromEntries(pointRowNames.map((name) => [name, number(`points.${name}`)]))
  return {
    levels: { medium: number('levels.medium'), high: number('levels.high') },
    refreshMonths: {
      low: number('refreshMonths.low'),
      medium: number('refreshMonths.medium'),
      high: number('refreshMonths.high'),
    },
    // The names are all rows.
    points: points as ModelContent['points'],
    raisedCountries: countries('raisedCountries'),
    highCountries: countries('highCountries'),
    riskyTrades: lines('riskyTrades'),
    stateTrades: lines('stateTrades'),
    wealthTimesIncome: number('wealthTimesIncome'),
    wealthWithoutIncome: number('wealthWithoutIncome'),
    firstAmounts: [number('firstAmounts.0'), number('firstAmounts.1'), number('firstAmounts.2')],
  }
}

/** What one model has that another has not: "Purpose: Education: 0, now 5". */
export function changesBetween(before: ModelContent, after: ModelContent): string[] {
  const [one, other] = [textsOf(before), textsOf(after)]
  const flat = (text = '') => text.split('\n').join('; ') || 'none'
  return modelFields
    .filter(({ path }) => one[path] !== other[path])
    .map(({ path, group, label }) => `${group}: ${label}: ${flat(one[path])}, now ${flat(other[path])}`)
}
