import type { ReactNode } from 'react'
import { useWatch, type Control } from 'react-hook-form'
import { formatRand } from '#domain/money/rand.ts'
import { Section } from '#client/ui/section.tsx'
import { totalOfTexts } from './amount-texts.ts'
import type { AmountsForm } from './amounts-form.ts'
import { CurrencyField } from './currency-field.tsx'
import type { StepForm } from './use-step-form.ts'

/** On wide screens the labels stand at the left and the amounts in one column, as on a statement, with what is said of each under it. */
const LEDGER_LINE =
  'sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,18rem)] sm:items-center sm:gap-x-6 sm:[&>div]:mt-0 sm:[&>p]:col-span-full sm:[&>p]:justify-self-end sm:[&_input]:text-right'

/** What takes the focus stops above the total that sticks to the bottom. */
const CLEAR_OF_TOTAL = '[&_:is(input,button)]:scroll-mb-24'

type AmountSectionProps = {
  section: { title: string; items: Readonly<Record<string, string>> }
  stepForm: StepForm<AmountsForm>
  /** What stands under an amount: a statement to upload, a question that it raises. */
  below?: (name: string) => ReactNode
}

/** One section of the assets or liabilities: its amounts, and what they come to while one types. */
export function AmountSection({ section, stepForm, below }: AmountSectionProps) {
  const items = Object.entries(section.items)
  return (
    <Section
      title={section.title}
      action={<SectionTotal section={section} control={stepForm.form.control} />}
    >
      <div className={`grid gap-6 sm:gap-4 ${CLEAR_OF_TOTAL}`}>
        {items.map(([name, label]) => (
          <div key={name}>
            <CurrencyField name={`amounts.${name}`} label={label} className={LEDGER_LINE} {...{ stepForm }} />
            {below?.(name)}
          </div>
        ))}
      </div>
    </Section>
  )
}

type SectionTotalProps = Pick<AmountSectionProps, 'section'> & { control: Control<AmountsForm> }

function SectionTotal({ section, control }: SectionTotalProps) {
  const total = totalOfTexts(Object.keys(section.items), useWatch({ control, name: 'amounts' }))
  return (
    <span className={`amounts whitespace-nowrap ${total === 0 ? 'text-ink-soft' : ''}`}>
      {formatRand(total)}
    </span>
  )
}
