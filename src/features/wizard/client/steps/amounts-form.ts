import type { Application } from '#features/applications/api/application.ts'
import { amountsOf, holdingsOf } from '#features/applications/rules/net-worth/holdings.ts'
import {
  assetNames,
  assetSections,
  liabilityNames,
  liabilitySections,
  namesOf,
  type AmountSection,
} from '#features/applications/rules/net-worth/names.ts'
import type { Amounts } from '#features/applications/rules/net-worth/totals.ts'
import type { AnswersPatch } from '#features/applications/rules/wizard/answers.ts'
import { asksForInvestmentTypes } from '#features/applications/rules/wizard/conditions.ts'
import { assetLabels, liabilityLabels } from '#features/applications/rules/wizard/labels.ts'
import { toAmounts, toAmountTexts, unreadAmounts, type AmountTexts } from './amount-texts.ts'
import type { ScreenProblem } from './step-problems.ts'

/** Form values of Assets or Liabilities. */
export interface AmountsForm {
  /** Typed amounts, including those of deselected items, which are restored on selection. */
  amounts: AmountTexts
  /** Selected items by name. */
  chosen: Record<string, boolean>
  /** Sections marked as empty, by title. */
  none: Record<string, boolean>
  /** The only question among the assets that is not an amount. */
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

/** Amounts that count: of selected items in sections that are not marked as empty. */
export function countedTexts({
  amounts,
  chosen,
  none,
}: Pick<AmountsForm, 'amounts' | 'chosen' | 'none'>): AmountTexts {
  const counts = (name: string) => chosen[name] === true && none[sectionOf.get(name) ?? ''] !== true
  return Object.fromEntries(Object.entries(amounts).map(([name, text]) => [name, counts(name) ? text : '']))
}

/** The same with one item selected, for a page that asks only for its amount. */
export function withChosen(form: AmountsForm, name: string): AmountsForm {
  return {
    ...form,
    chosen: { ...form.chosen, [name]: true },
    none: { ...form.none, [sectionOf.get(name) ?? '']: false },
  }
}

/** Invalid amounts. */
export function unreadOf(form: AmountsForm): ScreenProblem[] {
  return unreadAmounts(countedTexts(form), { ...assetLabels, ...liabilityLabels }, 'amounts.')
}
