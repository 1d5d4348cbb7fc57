import { useFieldArray, useWatch } from 'react-hook-form'
import type { DraftOf } from '#features/due-diligence/rules/drafts.ts'
import {
  COUNTERPARTY_FROM,
  fundOf,
  funds,
  partyKinds,
  purposes,
} from '#features/due-diligence/rules/funds.ts'
import { amountText, centsToRand, formatWholeRand, randToCents } from '#base/rules/money/rand.ts'
import { isBirthDate } from '#base/rules/time/date-of-birth.ts'
import { parseRand } from '#base/rules/money/reading.ts'
import { DateSelect } from '#base/client/ui/date-select.tsx'
import { Section } from '#base/client/ui/section.tsx'
import {
  AddButton,
  AmountField,
  ChoiceField,
  optionsOf,
  RemoveButton,
  SelectField,
  TextField,
  TextAreaField,
} from '../fields.tsx'
import { FormFrame } from '../form-frame.tsx'
import { useTaskForm, type TaskForm, type TaskProps } from '../use-task-form.ts'

type Draft = DraftOf<'funds'>
type Row = NonNullable<Draft['sources']>[number]

/** Amounts as text. */
type RowValues = Omit<Row, 'amount'> & { amount: string }
type Values = Pick<Draft, 'purpose' | 'forWhom' | 'withoutPaper'> & {
  firstAmount: string
  yearlyAmount: string
  sources: RowValues[]
  wealth: RowValues[]
}

const textOf = (rand: number | undefined) => (rand === undefined ? '' : amountText(randToCents(rand)))

function randOf(text: string): number | undefined {
  const cents = parseRand(text)
  return cents === null ? undefined : centsToRand(cents)
}

function toValues({ firstAmount, yearlyAmount, sources, wealth, ...rest }: Draft): Values {
  const rows = (list: Draft['sources']) => (list ?? []).map((row) => ({ ...row, amount: textOf(row.amount) }))
  return {
    ...rest,
    firstAmount: textOf(firstAmount),
    yearlyAmount: textOf(yearlyAmount),
    sources: sources?.length ? rows(sources) : [{ amount: '' }],
    wealth: rows(wealth),
  }
}

/** An amount that cannot be read, and half a date, stay on the screen alone. */
function toDraft({ firstAmount, yearlyAmount, sources, wealth, forWhom, ...rest }: Values) {
  const rows = (list: RowValues[]) => list.map((row) => ({ ...row, amount: randOf(row.amount) }))
  const { dateOfBirth = '', ...known } = forWhom ?? {}
  return {
    ...rest,
    ...(forWhom && { forWhom: isBirthDate(dateOfBirth) ? { ...known, dateOfBirth } : known }),
    firstAmount: randOf(firstAmount),
    yearlyAmount: randOf(yearlyAmount),
    sources: rows(sources),
    wealth: rows(wealth),
  }
}

/** Where the money comes from and, where the law asks for it, the wealth behind it. */
export function FundsTask({ item, pack, onConflict }: TaskProps<'funds'>) {
  const start = toValues(item.content ?? {})
  const form = useTaskForm<Values>({
    item,
    onConflict,
    start,
    toDraft,
    decisive: ['purpose', 'forWhom.kind'],
  })
  const purpose = useWatch({ control: form.form.control, name: 'purpose' })
  return (
    <FormFrame {...{ form, item }}>
      <ChoiceField
        {...{ form }}
        name="purpose"
        label="What is the money for?"
        options={optionsOf(purposes)}
      />
      {purpose === 'other' ? <ForWhom {...{ form }} /> : null}
      <AmountField
        {...{ form }}
        name="firstAmount"
        label="How much do you expect to invest at first?"
        hint="In rand. An estimate is fine."
      />
      <AmountField
        {...{ form }}
        name="yearlyAmount"
        label="How much do you expect to add each year?"
        hint="Enter 0 if nothing."
      />
      <Rows
        {...{ form }}
        list="sources"
        title="Where this money comes from"
        description="For example your salary, savings or the sale of property."
        max={5}
      />
      {pack.wealthNeeded ? (
        <Rows
          {...{ form }}
          list="wealth"
          title="How your wealth came about"
          description="In your case the law also asks where your wealth as a whole comes from."
          max={10}
        />
      ) : null}
    </FormFrame>
  )
}

/** Whom the money is for, where it is for someone else. */
function ForWhom({ form }: { form: TaskForm<Values> }) {
  const { control } = form.form
  const [kind, dateOfBirth] = useWatch({ control, name: ['forWhom.kind', 'forWhom.dateOfBirth'] })
  return (
    <Section
      title="For whom is the money?"
      description="The law asks us to know this person or organisation too."
    >
      <div className="grid gap-6">
        <ChoiceField {...{ form }} name="forWhom.kind" label="It is for" options={optionsOf(partyKinds)} />
        <TextField {...{ form }} name="forWhom.fullName" label="Full name" />
        {kind === 'organisation' ? (
          <TextField
            {...{ form }}
            name="forWhom.registrationNumber"
            label="Registration number"
            width="medium"
          />
        ) : null}
        {kind === 'person' ? (
          <DateSelect
            {...form.notes('forWhom.dateOfBirth')}
            name="forWhom.dateOfBirth"
            label="Date of birth"
            birthday
            value={dateOfBirth ?? ''}
            onValueChange={(value) => form.choose('forWhom.dateOfBirth', value)}
          />
        ) : null}
        <TextField
          {...{ form }}
          name="forWhom.relation"
          label="How are you related?"
          hint="For example: “My sister” or “I am a trustee.”"
        />
      </div>
    </Section>
  )
}

type RowsProps = {
  form: TaskForm<Values>
  list: 'sources' | 'wealth'
  title: string
  description: string
  max: number
}

function Rows({ form, list, title, description, max }: RowsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.form.control, name: list })
  const { error } = form.notes(list)
  return (
    <Section {...{ title, description }}>
      <div id={list} tabIndex={-1} className="grid gap-8">
        {error ? <p className="font-semibold text-danger">{error}</p> : null}
        {fields.map(({ id }, index) => (
          <div
            key={id}
            role="group"
            aria-label={`${list === 'sources' ? 'Source of funds' : 'Source of wealth'} ${index + 1}`}
            className="grid gap-4 border-l border-hairline pl-4 sm:pl-6"
          >
            <SelectField
              {...{ form }}
              name={`${list}.${index}.kind`}
              label={fields.length === 1 ? 'Source' : `Source ${index + 1}`}
              options={optionsOf(Object.fromEntries(Object.entries(funds).map(([k, f]) => [k, f.label])))}
              width="medium"
            />
            <AmountField {...{ form }} name={`${list}.${index}.amount`} label="Amount" />
            <RowWords {...{ form, list, index }} />
            {fields.length > 1 || list === 'wealth' ? (
              <RemoveButton
                label={`Remove source ${index + 1}`}
                onPress={() => {
                  remove(index)
                  form.changed()
                }}
              />
            ) : null}
          </div>
        ))}
        {fields.length < max ? (
          <AddButton onPress={() => append({ amount: '' })}>
            {fields.length === 0 ? 'Add a source' : 'Add another source'}
          </AddButton>
        ) : null}
      </div>
    </Section>
  )
}

function RowWords({ form, list, index }: Pick<RowsProps, 'form' | 'list'> & { index: number }) {
  const name = `${list}.${index}.words` as const
  const kind = useWatch({ control: form.form.control, name: `${list}.${index}.kind` })
  const counterparty = kind && fundOf(kind).counterparty
  if (kind === 'cash') return <TextAreaField {...{ form, name }} label="Where does the cash come from?" />
  return (
    <>
      {counterparty === undefined ? null : (
        <TextField
          {...{ form }}
          name={`${list}.${index}.donor`}
          label={counterparty.question}
          hint={`First and last name, or the organisation. We need it from ${formatWholeRand(randToCents(COUNTERPARTY_FROM))}.`}
        />
      )}
      <TextField {...{ form, name }} label="Anything we should know" optional />
    </>
  )
}
