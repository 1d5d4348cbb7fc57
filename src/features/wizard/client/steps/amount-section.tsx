import { memo, useCallback, useId, type ReactElement } from 'react'
import { namesOf, type AmountSection as Group } from '#features/applications/rules/net-worth/names.ts'
import { formatRand, type Cents } from '#base/rules/money/rand.ts'
import { parseRand } from '#base/rules/money/reading.ts'
import { CheckRow } from '#base/client/ui/check-row.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { WarningNote } from '#base/client/ui/warning-note.tsx'
import { usePainted } from '#base/client/ui/use-painted.ts'
import { totalOfTexts } from './amount-texts.ts'
import { countedTexts, type AmountsForm } from './amounts-form.ts'
import { CurrencyField } from './currency-field.tsx'
import { noneField } from './none-field.ts'
import { isOpen, useAmounts, type ScreenAmounts } from './use-amounts.ts'
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
  /** Titles of the groups that Next asks about. */
  asked: readonly string[]
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
  return (painted ? sections : sections.slice(0, FIRST_SECTIONS)).map((section) => (
    <AmountSection key={section.title} {...{ section, screen }} {...props} />
  ))
}

type AmountSectionProps = Omit<AmountSectionsProps, 'sections'> & { section: Group; screen: ScreenAmounts }

/** One section of assets or liabilities: checkboxes, amounts, and their total. */
function AmountSection({ section, question, stepForm, asked, below, screen }: AmountSectionProps) {
  const { getValues, setValue } = stepForm.form
  const noneOf = noneField(section.title)
  const names = namesOf(section)
  const none = screen.none[section.title] === true
  const choose = useCallback(
    (chosen: string, ticked: boolean) => {
      setValue(`chosen.${chosen}`, ticked)
      if (!ticked || !getValues(noneOf)) return
      // Selecting an item after "none" selects only that item.
      for (const name of namesOf(section)) if (name !== chosen) setValue(`chosen.${name}`, false)
      setValue(noneOf, false)
    },
    [getValues, setValue, section, noneOf],
  )
  return (
    <Section
      title={section.title}
      action={<SectionTotal total={totalOfTexts(names, countedTexts(screen))} />}
    >
      <fieldset className={`min-w-0 ${CLEAR_OF_TOTAL}`}>
        <legend className="mb-3 font-semibold">{question}</legend>
        <div className="grid gap-2">
          {names.map((name) => (
            <AmountRow
              key={name}
              {...{ section, name, stepForm, choose, below }}
              counts={screen.chosen[name] === true && !none}
              text={screen.amounts[name] ?? ''}
            />
          ))}
          <CheckRow
            label="None of these"
            checked={none}
            onCheckedChange={(ticked) => setValue(noneOf, ticked)}
            name={noneOf}
          />
        </div>
        {asked.includes(section.title) && isOpen(section, screen) ? (
          <WarningNote id={`${noneOf}-asked`}>
            Please tick what applies, or “None of these”. You can also leave it open and continue.
          </WarningNote>
        ) : null}
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

function SectionTotal({ total }: { total: Cents }) {
  return (
    <span translate="no" className={`amounts whitespace-nowrap ${total === 0 ? 'text-ink-soft' : ''}`}>
      {formatRand(total)}
    </span>
  )
}
