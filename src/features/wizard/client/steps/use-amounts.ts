import { useWatch, type Control } from 'react-hook-form'
import type { AmountTexts } from './amount-texts.ts'
import { namesOf, type AmountSection } from '#features/applications/rules/net-worth/names.ts'
import { countedTexts, type AmountsForm } from './amounts-form.ts'

const AMOUNT_FIELDS = ['amounts', 'chosen', 'none'] as const

/** Form values of the amounts. */
export type ScreenAmounts = Pick<AmountsForm, (typeof AMOUNT_FIELDS)[number]>

/** The current form values of the amounts. */
export function useAmounts(control: Control<AmountsForm>): ScreenAmounts {
  const [amounts, chosen, none] = useWatch({ control, name: AMOUNT_FIELDS })
  return { amounts, chosen, none }
}

/** Whether something of a section is selected. */
export function hasAny(section: AmountSection, { chosen, none }: ScreenAmounts): boolean {
  return none[section.title] !== true && namesOf(section).some((name) => chosen[name] === true)
}

/** Whether a section has no answer: nothing is selected, and it is not marked as empty. */
export function isOpen(section: AmountSection, screen: ScreenAmounts): boolean {
  return screen.none[section.title] !== true && !hasAny(section, screen)
}

/** The current amounts that count. */
export function useCounted(control: Control<AmountsForm>): AmountTexts {
  return countedTexts(useAmounts(control))
}
