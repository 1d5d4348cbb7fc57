import type { Application } from '#domain/api/application.ts'
import { assetNames, liabilityNames } from '#domain/applications/net-worth/names.ts'
import type { AnswersPatch } from '#domain/applications/wizard/answers.ts'
import { asksForInvestmentTypes } from '#domain/applications/wizard/conditions.ts'
import { toAmounts, toAmountTexts, unreadAmounts, type AmountTexts } from './amount-texts.ts'
import type { ScreenProblem } from './step-problems.ts'

/** Assets or Liabilities as the screen holds them. */
export interface AmountsForm {
  amounts: AmountTexts
  /** The one question among the assets that is no amount. */
  otherInvestmentsTypes?: string
}

export function toAssetsForm({ assets }: Pick<Application, 'assets'>): AmountsForm {
  return {
    amounts: toAmountTexts(assetNames, assets),
    otherInvestmentsTypes: assets.otherInvestmentsTypes ?? '',
  }
}

export function toAssetsPatch({ amounts, otherInvestmentsTypes = '' }: AmountsForm): AnswersPatch {
  const assets = toAmounts(assetNames, amounts)
  const types = asksForInvestmentTypes(assets) ? { otherInvestmentsTypes } : {}
  return { assets: { ...assets, ...types } }
}

export function toLiabilitiesForm({ liabilities }: Pick<Application, 'liabilities'>): AmountsForm {
  return { amounts: toAmountTexts(liabilityNames, liabilities) }
}

export function toLiabilitiesPatch({ amounts }: AmountsForm): AnswersPatch {
  return { liabilities: toAmounts(liabilityNames, amounts) }
}

/** The texts on the screen that are no amounts. */
export function unreadOf({ amounts }: AmountsForm): ScreenProblem[] {
  return unreadAmounts(amounts, 'amounts.')
}
