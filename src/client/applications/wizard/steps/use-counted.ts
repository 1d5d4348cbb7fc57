import { useWatch, type Control } from 'react-hook-form'
import type { AmountTexts } from './amount-texts.ts'
import { countedTexts, type AmountsForm } from './amounts-form.ts'

/** The amounts on the screen that count, as they are typed. */
export function useCounted(control: Control<AmountsForm>): AmountTexts {
  const [amounts, chosen, none] = useWatch({ control, name: ['amounts', 'chosen', 'none'] })
  return countedTexts({ amounts, chosen, none })
}
