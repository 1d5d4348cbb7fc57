import { memo, useCallback, useId, type ReactElement } from 'react'
import { namesOf, type AmountSection as Group } from '#features/applications/rules/net-worth/names.ts'
import { formatRand } from '#base/rules/money/rand.ts'
import { parseRand } from '#base/rules/money/reading.ts'
import { CheckRow } from '#base/client/ui/check-row.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { usePainted } from '#base/client/ui/use-painted.ts'
import { totalOfTexts } from './amount-texts.ts'
import { countedTexts, type AmountsForm } from './amounts-form.ts'
import { CurrencyField } from './currency-field.tsx'
import { hasAny, isOpen, useAmounts, type ScreenAmounts } from './use-amounts.ts'
import type { StepForm } from './use-step-form.ts'

/** On wide screens amounts are in one column, as on a statement. */
const AMOUNT = 'sm:ml-auto sm:w-full sm:max-w-72 sm:[&_input]:text-right'

/** Keeps focused fields above the sticky total. */
const CLEAR_OF_TOTAL = '[&_:is(input,button)]:scroll-mb-24'

type AmountSectionsProps = {
  sections: readonly Group[]
  /** "Which of these do you have?" */
  question: string
  stepForm: StepForm<AmountsForm>
  /** Shown below an amount: a statement upload, or a dependent question. */
  below?: (name: string) => ReactElement | null
}

/** More sections than fit on any screen, even without selections. */
const FIRST_SECTIONS = 2

/** The sections of assets or liabilities; those below the fold render after the first paint. */
export function AmountSections({ sections, ...props }: AmountSectionsProps) {
  const painted = usePainted()
  // One subscription for all: one per amount costs more than its render.
  const screen = useAmounts(props.stepForm.form.control)
  return (
    <>
      {(painted ? sections : sections.slice(0, FIRST_SECTIONS)).map((section) => (
        <AmountSection key={section.title} {...{ section, screen }} {...props} />
      ))}
      {painted ? <NoneOfThese {...{ sections, screen }} stepForm={props.stepForm} /> : null}
    </>
  )
}

/** Answers every group in which nothing is ticked. */
function NoneOfThese({
  sections,
  screen,
  stepForm: { form },
}: Pick<AmountSectionsProps, 'sections' | 'stepForm'> & { screen: ScreenAmounts }) {
  // A group in which something is ticked is answered.
  const others = sections.filter((section) => !hasAny(section, screen))
  if (others.length === 0) return null
  return (
    <div className={CLEAR_OF_TOTAL}>
      <CheckRow
        name="none"
        label={others.length < sections.length ? 'None of the others' : 'None of these'}
        checked={others.every((section) => !isOpen(section, screen))}
        onCheckedChange={(ticked) => {
          for (const { title } of others) form.setValue(`none.${title}`, ticked)
        }}
      />
    </div>
  )
}

type AmountSectionProps = Omit<AmountSectionsProps, 'sections'> & { section: Group; screen: ScreenAmounts }

/** One section of assets or liabilities: checkboxes, amounts, and their total. */
function AmountSection({ section, question, stepForm, below, screen }: AmountSectionProps) {
  const { setValue } = stepForm.form
  const names = namesOf(section)
  const none = screen.none[section.title] === true
  const choose = useCallback(
    (chosen: string, ticked: boolean) => {
      setValue(`chosen.${chosen}`, ticked)
      if (ticked) setValue(`none.${section.title}`, false)
    },
    [setValue, section],
  )
  return (
    <Section
      title={section.title}
      action={
        hasAny(section, screen) ? (
          <span translate="no" className="amounts whitespace-nowrap">
            {formatRand(totalOfTexts(names, countedTexts(screen)))}
          </span>
        ) : null
      }
    >
      <fieldset className={`grid min-w-0 gap-1 sm:gap-2 ${CLEAR_OF_TOTAL}`}>
        <legend className="sr-only">{question}</legend>
        {names.map((name) => (
          <AmountRow
            key={name}
            {...{ section, name, stepForm, choose, below }}
            counts={screen.chosen[name] === true && !none}
            text={screen.amounts[name] ?? ''}
          />
        ))}
      </fieldset>
    </Section>
  )
}

type AmountRowProps = Pick<AmountSectionProps, 'section' | 'stepForm' | 'below'> & {
  name: string
  /** Selected, and the section is not marked as empty. */
  counts: boolean
  /** The amount as typed, also if it does not count. */
  text: string
  choose: (name: string, ticked: boolean) => void
}

/** One asset or liability: checkbox and amount. Memoised, so that typing renders only one. */
const AmountRow = memo(function AmountRow({
  section,
  name,
  stepForm,
  below,
  counts,
  text,
  choose,
}: AmountRowProps) {
  const noteId = useId()
  const row = section.items[name]
  if (row === undefined) return null
  const typed = parseRand(text) ?? 0
  const takenOut = !counts && typed !== 0
  return (
    <CheckRow
      label={row.label}
      hint={row.hint}
      name={`chosen.${name}`}
      checked={counts}
      describedBy={takenOut ? noteId : undefined}
      onCheckedChange={(ticked) => choose(name, ticked)}
    >
      {counts ? (
        <CurrencyField
          name={`amounts.${name}`}
          label={<span className="sr-only">{`${row.label} in rand`}</span>}
          hint={row.where}
          className={AMOUNT}
          {...{ stepForm }}
        />
      ) : null}
      {takenOut ? (
        <p id={noteId} role="status" className="text-sm text-ink-soft">
          <span translate="no" className="amounts">
            {formatRand(typed)}
          </span>{' '}
          removed. Tick again to restore it.
        </p>
      ) : null}
      {below?.(name)}
    </CheckRow>
  )
})
