import type { RiskModels } from '#features/due-diligence/api/risk-rating.ts'
import type { ModelChoices } from '#features/due-diligence/rules/rating/model.ts'

/** Labels of what is changed on screen, by path; `lines` has one entry a line. */
export const modelFields = {
  highCountries: { label: 'Countries that call for action (always High)', lines: true },
  raisedCountries: { label: 'Countries under increased monitoring', lines: true },
  riskyTrades: { label: 'Trades of higher risk', lines: true },
  'levels.medium': { label: 'Medium from, in points', lines: false },
  'levels.high': { label: 'High from, in points', lines: false },
  'refreshMonths.low': { label: 'Months until a refresh: Low', lines: false },
  'refreshMonths.medium': { label: 'Months until a refresh: Medium', lines: false },
  'refreshMonths.high': { label: 'Months until a refresh: High', lines: false },
} as const

export type ModelPath = keyof typeof modelFields
export type ModelTexts = Readonly<Record<ModelPath, string>>
export const modelPaths = Object.keys(modelFields) as ModelPath[]

/** A model as texts of the form. */
export function textsOf(model: RiskModels['inForce']['content']): ModelTexts {
  const { levels, refreshMonths, highCountries, raisedCountries, riskyTrades } = model
  const countries = (list: ModelChoices['highCountries']) =>
    list.map(({ country, since }) => `${country}, ${since}`).join('\n')
  return {
    highCountries: countries(highCountries),
    raisedCountries: countries(raisedCountries),
    riskyTrades: riskyTrades.join('\n'),
    'levels.medium': String(levels.medium),
    'levels.high': String(levels.high),
    'refreshMonths.low': String(refreshMonths.low),
    'refreshMonths.medium': String(refreshMonths.medium),
    'refreshMonths.high': String(refreshMonths.high),
  }
}

/** The model that the texts mean. The server checks it. */
export function modelOf(texts: ModelTexts): ModelChoices {
  const number = (path: ModelPath) => (texts[path].trim() === '' ? Number.NaN : Number(texts[path]))
  const lines = (path: ModelPath) => texts[path].split('\n').flatMap((line) => line.trim() || [])
  const countries = (path: ModelPath) =>
    lines(path).map((line) => {
      const comma = line.lastIndexOf(',')
      if (comma < 0) return { country: line, since: '' }
      return { country: line.slice(0, comma).trim(), since: line.slice(comma + 1).trim() }
    })
  return {
    highCountries: countries('highCountries'),
    raisedCountries: countries('raisedCountries'),
    riskyTrades: lines('riskyTrades'),
    levels: { medium: number('levels.medium'), high: number('levels.high') },
    refreshMonths: {
      low: number('refreshMonths.low'),
      medium: number('refreshMonths.medium'),
      high: number('refreshMonths.high'),
    },
  }
}

/** What a model changes of another: "Medium from, in points: 25, now 30", and of lists what comes and goes. */
export function changesBetween(before: ModelTexts, after: ModelTexts): string[] {
  const linesOf = (text: string) => new Set(text.split('\n').filter((line) => line !== ''))
  const named = (what: string, lines: ReadonlySet<string>) =>
    lines.size === 0 ? [] : [`${what} ${[...lines].join('; ')}`]
  return modelPaths
    .filter((path) => before[path] !== after[path])
    .map((path) => {
      const { label, lines } = modelFields[path]
      if (!lines) return `${label}: ${before[path]}, now ${after[path]}`
      const [old, now] = [linesOf(before[path]), linesOf(after[path])]
      return `${label}: ${[...named('added', now.difference(old)), ...named('removed', old.difference(now))].join(', ')}`
    })
}
