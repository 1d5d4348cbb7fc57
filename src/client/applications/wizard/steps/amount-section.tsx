import { useId, type ReactNode } from 'react'
import { useController, useWatch, type Control } from 'react-hook-form'
import { namesOf, type AmountSection as Group } from '#domain/applications/net-worth/names.ts'
import { formatRand } from '#domain/money/rand.ts'
import { readSoFar } from '#domain/money/reading.ts'
import { CheckRow } from '#client/ui/check-row.tsx'
import { Section } from '#client/ui/section.tsx'
import { usePainted } from '#client/ui/use-painted.ts'
import { totalOfTexts } from './amount-texts.ts'
import type { AmountsForm } from './amounts-form.ts'
import { CurrencyField } from './currency-field.tsx'
import { useCounted } from './use-counted.ts'
import type { StepForm } from './use-step-form.ts'

/** On wide screens amounts stand in one column, as on a statement. */
const AMOUNT = 'sm:ml-auto sm:w-full sm:max-w-72 sm:[&_input]:text-right'

/** What takes the focus stops above the total that sticks to the bottom. */
const CLEAR_OF_TOTAL = '[&_:is(input,button)]:scroll-mb-24'

type AmountSectionProps = {
  section: Group
  /** "Which of these do you have?" */
  question: string
  stepForm: StepForm<AmountsForm>
  /** What stands under an amount: a statement to upload, a question that it raises. */
  below?: (name: string) => ReactNode
}

/** As many sections as no screen is high enough to show at once, whatever is ticked in them. */
const FIRST_SECTIONS = 2

/** The sections of the assets or liabilities: those that one has to scroll to are drawn once the others are painted. */
export function AmountSections({
  sections,
  ...props
}: Omit<AmountSectionProps, 'section'> & { sections: readonly Group[] }) {
  const painted = usePainted()
  return (painted ? sections : sections.slice(0, FIRST_SECTIONS)).map((section) => (
    <AmountSection key={section.title} {...{ section }} {...props} />
  ))
}

/** One section of the assets or liabilities: which of them there are, the amounts of those, and what they come to. */
function AmountSection({ section, question, stepForm, below }: AmountSectionProps) {
  const { control, setValue } = stepForm.form
  const { field: none } = useController({ control, name: `none.${section.title}` })
  const names = namesOf(section)
  /** Whoever had none of these and chooses one has this one: what was chosen before stays taken out. */
  const endNone = (chosen: string) => {
    if (!none.value) return
    for (const name of names) if (name !== chosen) setValue(`chosen.${name}`, false)
    none.onChange(false)
  }
  return (
    <Section title={section.title} action={<SectionTotal {...{ section, control }} />}>
      <fieldset className={`min-w-0 ${CLEAR_OF_TOTAL}`}>
        <legend className="mb-3 font-semibold">{question}</legend>
        <div className="grid gap-2">
          {names.map((name) => (
            <AmountRow
              key={name}
              {...{ section, name, stepForm }}
              none={none.value}
              onChosen={() => endNone(name)}
            >
              {below?.(name)}
            </AmountRow>
          ))}
          <CheckRow
            label="None of these"
            checked={none.value}
            onCheckedChange={(ticked) => none.onChange(ticked)}
            onBlur={none.onBlur}
            name={none.name}
          />
        </div>
      </fieldset>
    </Section>
  )
}

type AmountRowProps = Pick<AmountSectionProps, 'section' | 'stepForm'> & {
  name: string
  /** There is said to be none of the section. */
  none: boolean
  onChosen: () => void
  children: ReactNode
}

/** Something that one can own or owe: whether one does, and how much. */
function AmountRow({ section, name, stepForm, none, onChosen, children }: AmountRowProps) {
  const { control } = stepForm.form
  const { field } = useController({ control, name: `chosen.${name}` })
  const amount = useWatch({ control, name: `amounts.${name}` })
  const noteId = useId()
  const row = section.items[name]
  if (row === undefined) return null
  const counts = field.value && !none
  const typed = readSoFar(amount ?? '')
  const takenOut = !counts && typed !== 0
  return (
    <CheckRow
      label={row.label}
      hint={row.hint}
      name={field.name}
      checked={counts}
      describedBy={takenOut ? noteId : undefined}
      onBlur={field.onBlur}
      onCheckedChange={(ticked) => {
        field.onChange(ticked)
        if (ticked) onChosen()
      }}
    >
      {counts ? (
        <CurrencyField
          name={`amounts.${name}`}
          label={<span className="sr-only">{row.label} in rand</span>}
          hint={row.where}
          className={AMOUNT}
          {...{ stepForm }}
        />
      ) : null}
      {takenOut ? (
        <p id={noteId} role="status" className="text-sm text-ink-soft">
          <span className="amounts">{formatRand(typed)}</span> taken out. Tick it again to bring it back.
        </p>
      ) : null}
      {children}
    </CheckRow>
  )
}

type SectionTotalProps = Pick<AmountSectionProps, 'section'> & { control: Control<AmountsForm> }

function SectionTotal({ section, control }: SectionTotalProps) {
  const total = totalOfTexts(namesOf(section), useCounted(control))
  return (
    <span className={`amounts whitespace-nowrap ${total === 0 ? 'text-ink-soft' : ''}`}>
      {formatRand(total)}
    </span>
  )
}
