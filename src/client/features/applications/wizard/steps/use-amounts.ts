import { useWatch, type Control } from 'react-hook-form'
import type { AmountTexts } from './amount-texts.ts'
import { countedTexts, type AmountsForm } from './amounts-form.ts'

const AMOUNT_FIELDS = ['amounts', 'chosen', 'none'] as const

/** What the screen holds of the amounts. */
export type ScreenAmounts = Pick<AmountsForm, (typeof AMOUNT_FIELDS)[number]>

/** What the screen holds of the amounts, as they are typed and ticked. */
export function useAmounts(control: Control<AmountsForm>): ScreenAmounts {
  const [amounts, chosen, none] = useWatch({ control, name: AMOUNT_FIELDS })
  return { amounts, chosen, none }
}

/** The amounts on the screen that count, as they are typed. */
export function useCounted(control: Control<AmountsForm>): AmountTexts {
  return countedTexts(useAmounts(control))
}
