import { z } from 'zod'
import { emptyAs } from '#base/rules/input/empty-as.ts'
import { isRandAmount } from '#base/rules/money/rand.ts'
import { assetNames, liabilityNames } from '../net-worth/names.ts'
import { draftText } from '#base/rules/input/text.ts'

const amount = emptyAs(
  null,
  z
    .number()
    .refine(isRandAmount, 'Please enter an amount from 0 to 999 999 999 999.99 with at most two decimals')
    .nullable(),
)

function amountsOf<Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, amount.optional()])) as Record<
    Name,
    z.ZodOptional<typeof amount>
  >
}

/** Assets as stored in a draft: rand by name. */
export const assetFields = z.strictObject({
  ...amountsOf(assetNames),
  otherInvestmentsTypes: draftText().optional(),
})

/** Liabilities as stored in a draft: rand by name. */
export const liabilityFields = z.strictObject(amountsOf(liabilityNames))
