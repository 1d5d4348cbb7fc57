import { useWatch, type Control } from 'react-hook-form'
import type { AmountTexts } from './amount-texts.ts'
import { countedTexts, type AmountsForm } from './amounts-form.ts'

const HELD = ['amounts', 'chosen', 'none'] as const

/** What the screen holds of the amounts. */
export type Held = Pick<AmountsForm, (typeof HELD)[number]>

/** What the screen holds of the amounts, as they are typed and ticked. */
export function useHeld(control: Control<AmountsForm>): Held {
  const [amounts, chosen, none] = useWatch({ control, name: HELD })
  return { amounts, chosen, none }
}

/** The amounts on the screen that count, as they are typed. */
export function useCounted(control: Control<AmountsForm>): AmountTexts {
  return countedTexts(useHeld(control))
}
