import type { Application } from '#domain/api/application.ts'
import { amountsOf, holdingsOf } from '#domain/applications/net-worth/holdings.ts'
import {
  assetNames,
  assetSections,
  liabilityNames,
  liabilitySections,
  namesOf,
  type AmountSection,
} from '#domain/applications/net-worth/names.ts'
import type { Amounts } from '#domain/applications/net-worth/totals.ts'
import type { AnswersPatch } from '#domain/applications/wizard/answers.ts'
import { asksForInvestmentTypes } from '#domain/applications/wizard/conditions.ts'
import { assetLabels, liabilityLabels } from '#domain/applications/wizard/labels.ts'
import { toAmounts, toAmountTexts, unreadAmounts, type AmountTexts } from './amount-texts.ts'
import type { ScreenProblem } from './step-problems.ts'

/** Assets or Liabilities as the screen holds them. */
export interface AmountsForm {
  /** What was typed, also for what was taken out since: choosing it again brings it back. */
  amounts: AmountTexts
  /** What they say that they have, by name. */
  chosen: Record<string, boolean>
  /** Of which sections they say that they have none, by title. */
  none: Record<string, boolean>
  /** The one question among the assets that is no amount. */
  otherInvestmentsTypes?: string
}

type Sections<Name extends string> = readonly AmountSection<Name>[]

function toForm<Name extends string>(
  sections: Sections<Name>,
  names: readonly Name[],
  amounts: Amounts<Name>,
): AmountsForm {
  const answered = sections.map((section) => ({ section, ...holdingsOf(namesOf(section), amounts) }))
  const have = new Set<Name>(answered.flatMap((one) => one.have))
  return {
    amounts: toAmountTexts(names, amounts),
    chosen: Object.fromEntries(names.map((name) => [name, have.has(name)])),
    none: Object.fromEntries(answered.map(({ section, none }) => [section.title, none])),
  }
}

function toAnswers<Name extends string>(
  sections: Sections<Name>,
  { amounts, chosen, none }: AmountsForm,
): Partial<Record<Name, number | null>> {
  const answers = sections.map((section) => {
    const names = namesOf(section)
    const holdings = { have: names.filter((name) => chosen[name]), none: none[section.title] === true }
    return amountsOf(names, holdings, toAmounts(names, amounts))
  })
  return Object.assign({}, ...answers) as Partial<Record<Name, number | null>>
}

export function toAssetsForm({ assets }: Pick<Application, 'assets'>): AmountsForm {
  return {
    ...toForm(assetSections, assetNames, assets),
    otherInvestmentsTypes: assets.otherInvestmentsTypes ?? '',
  }
}

export function toAssetsPatch(form: AmountsForm): AnswersPatch {
  const { otherInvestmentsTypes = '' } = form
  const assets = toAnswers(assetSections, form)
  const types = asksForInvestmentTypes(assets) ? { otherInvestmentsTypes } : {}
  return { assets: { ...assets, ...types } }
}

export function toLiabilitiesForm({ liabilities }: Pick<Application, 'liabilities'>): AmountsForm {
  return toForm(liabilitySections, liabilityNames, liabilities)
}

export function toLiabilitiesPatch(form: AmountsForm): AnswersPatch {
  return { liabilities: toAnswers(liabilitySections, form) }
}

const sectionOf = new Map(
  [...assetSections, ...liabilitySections].flatMap((section: AmountSection) =>
    namesOf(section).map((name) => [name, section.title]),
  ),
)

/** The texts that count: of what was chosen, in sections of which there is not said to be nothing. */
export function countedTexts({
  amounts,
  chosen,
  none,
}: Pick<AmountsForm, 'amounts' | 'chosen' | 'none'>): AmountTexts {
  const counts = (name: string) => chosen[name] === true && none[sectionOf.get(name) ?? ''] !== true
  return Object.fromEntries(Object.entries(amounts).map(([name, text]) => [name, counts(name) ? text : '']))
}

/** The same with an amount chosen, for a page that asks for that one alone. */
export function withChosen(form: AmountsForm, name: string): AmountsForm {
  return {
    ...form,
    chosen: { ...form.chosen, [name]: true },
    none: { ...form.none, [sectionOf.get(name) ?? '']: false },
  }
}

/** The texts on the screen that are no amounts. */
export function unreadOf(form: AmountsForm): ScreenProblem[] {
  return unreadAmounts(countedTexts(form), { ...assetLabels, ...liabilityLabels }, 'amounts.')
}
