import { useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import type { Application } from '#features/applications/api/application.ts'
import { HOME_COUNTRY } from '#features/applications/rules/wizard/countries.ts'
import { isBirthDate } from '#base/rules/time/date-of-birth.ts'
import type { DraftOf } from '#features/due-diligence/rules/drafts.ts'
import {
  actsFor,
  ADULT_AGE,
  ageOn,
  otherNames,
  representatives,
  residences,
  suggestedResidence,
} from '#features/due-diligence/rules/identity.ts'
import { formatIdNumber } from '#base/rules/south-africa/id-number.ts'
import { dayOf, formatDay } from '#base/rules/time/dates.ts'
import { afterPaint } from '#base/client/ui/after-paint.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import { DateSelect } from '#base/client/ui/date-select.tsx'
import { Section } from '#base/client/ui/section.tsx'
import {
  AddButton,
  ChoiceField,
  CountryField,
  optionsOf,
  RemoveButton,
  SelectField,
  TextField,
} from '../fields.tsx'
import { FormFrame } from '../form-frame.tsx'
import { FromApplication } from '../from-application.tsx'
import { useTaskForm, type TaskForm, type TaskProps } from '../use-task-form.ts'

type Values = DraftOf<'identity'>
type Props = { form: TaskForm<Values> }

const CITIZENSHIPS = [0, 1, 2] as const
const MAX_OTHER_NAMES = 5

/** What the answers suggest, until it is changed. */
function startOf({ nationality, ...application }: Application): Values {
  const residence = suggestedResidence(application) ?? undefined
  const citizenships = nationality === 'za' ? [HOME_COUNTRY] : []
  const { dateOfBirth } = application
  // Someone else applies for a child.
  const isAdult = dateOfBirth !== null && ageOn(dateOfBirth, dayOf(new Date())) >= ADULT_AGE
  return isAdult && isPlain({ residence, citizenships, actsFor: 'self' })
    ? { residence, citizenships, actsFor: 'self' }
    : { residence, citizenships }
}

/** Most clients: South African citizens who apply for themselves. */
const isPlain = ({ actsFor: whom, residence, citizenships }: Values) =>
  whom === 'self' && residence === 'citizen' && citizenships?.join() === HOME_COUNTRY

/** Half a date and rows without a name stay on the screen alone. */
function toDraft({ representative, otherNames: names = [], ...values }: Values) {
  const { dateOfBirth = '', ...known } = representative ?? {}
  return {
    ...values,
    otherNames: names.filter(({ name }) => name.trim() !== ''),
    representative: isBirthDate(dateOfBirth) ? { ...known, dateOfBirth } : known,
  }
}

/** Who the client is, for whom they act, and the papers that prove it. */
export function IdentityTask({ item, application, onConflict }: TaskProps<'identity'>) {
  const form = useTaskForm<Values>({
    item,
    onConflict,
    start: item.content ?? startOf(application),
    toDraft,
    decisive: ['actsFor', 'residence', 'lost'],
  })
  const { control } = form.form
  const [acts, residence] = useWatch({ control, name: ['actsFor', 'residence'] })
  const [isFolded, setIsFolded] = useState(() => isPlain(form.form.getValues()))
  const isForOther = acts === 'child' || acts === 'other'
  const { fullName, dateOfBirth, idNumber } = application
  return (
    <FormFrame {...{ form, item }}>
      <FromApplication
        isDraft={application.status === 'draft'}
        rows={[
          { id: 'fullName', label: 'Full name', value: fullName },
          {
            id: 'dateOfBirth',
            label: 'Date of birth',
            value: dateOfBirth === null ? null : formatDay(dateOfBirth),
          },
          { id: 'idNumber', label: 'ID or passport number', value: idNumber && formatIdNumber(idNumber) },
        ]}
      />
      {isFolded ? (
        <PlainClient
          onChange={() => {
            setIsFolded(false)
            afterPaint(() => document.getElementById('actsFor')?.focus())
          }}
        />
      ) : (
        <ChoiceField
          {...{ form }}
          name="actsFor"
          label="For whom are you opening this account?"
          options={optionsOf(actsFor)}
        />
      )}
      {isForOther ? <Representative {...{ form }} isChild={acts === 'child'} /> : null}
      {isFolded ? null : (
        <ChoiceField
          {...{ form }}
          name="residence"
          label={isForOther ? 'Their status in South Africa' : 'Your status in South Africa'}
          hint="It decides which documents we need."
          options={optionsOf(residences)}
        />
      )}
      {residence === 'citizen' ? (
        <Checkbox label="The ID card or ID book was lost or stolen" {...form.form.register('lost')} />
      ) : null}
      {residence === 'refugee' || residence === 'asylum-seeker' ? (
        <TextField
          {...{ form }}
          name="fileNumber"
          label="File number"
          hint="It is printed on the refugee ID or on the visa."
          width="medium"
        />
      ) : null}
      {isFolded ? null : <Citizenships {...{ form }} />}
      <CountryField {...{ form }} name="countryOfBirth" label="Country of birth" />
      <OtherNames {...{ form }} />
    </FormFrame>
  )
}

/** Three answers in one line, which the application suggests. */
function PlainClient({ onChange }: { onChange: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <p className="min-w-0 flex-1 basis-60 text-pretty">
        You are a South African citizen applying for yourself.
      </p>
      <Button tone="quiet" size="small" className="-mr-4" onClick={onChange}>
        <span>
          Change<span className="sr-only"> for whom you apply and your citizenship</span>
        </span>
      </Button>
    </div>
  )
}

/** Who acts for a child or another person. */
function Representative({ form, isChild }: Props & { isChild: boolean }) {
  const dateOfBirth = useWatch({ control: form.form.control, name: 'representative.dateOfBirth' })
  const { parent, guardian, curator, attorney } = representatives
  const relations: Record<string, string> = isChild ? { parent, guardian } : { curator, attorney, guardian }
  return (
    <Section title="About you" description="You act for someone else, so we also need to know who you are.">
      <div className="grid gap-6">
        <TextField {...{ form }} name="representative.fullName" label="Your full name" autoComplete="name" />
        <TextField
          {...{ form }}
          name="representative.idNumber"
          label="Your ID or passport number"
          width="medium"
        />
        <DateSelect
          {...form.notes('representative.dateOfBirth')}
          name="representative.dateOfBirth"
          label="Your date of birth"
          birthday
          value={dateOfBirth ?? ''}
          onValueChange={(value) => form.choose('representative.dateOfBirth', value)}
        />
        <ChoiceField
          {...{ form }}
          name="representative.relation"
          label={isChild ? 'You are the child’s' : 'You act as'}
          options={optionsOf(relations)}
        />
      </div>
    </Section>
  )
}

/** One to three citizenships. */
function Citizenships({ form }: Props) {
  const listed = useWatch({ control: form.form.control, name: 'citizenships' }) ?? []
  const rows = listed.length === 0 ? [''] : listed
  const set = (next: string[]) => form.choose('citizenships', next)
  return (
    <div className="grid gap-3">
      {CITIZENSHIPS.slice(0, rows.length).map((index) => (
        <div key={index} className="grid gap-1">
          <CountryField
            {...{ form }}
            name={`citizenships.${index}`}
            id={index === 0 ? 'citizenships' : undefined}
            label={index === 0 ? 'Citizenship' : `Citizenship ${index + 1}`}
            error={
              form.notes(`citizenships.${index}`).error ??
              (index === 0 ? form.notes('citizenships').error : undefined)
            }
          />
          {index > 0 ? (
            <RemoveButton
              label={`Remove citizenship ${index + 1}`}
              onPress={() => set(rows.filter((_row, at) => at !== index))}
            />
          ) : null}
        </div>
      ))}
      {rows.length < CITIZENSHIPS.length ? (
        <AddButton onPress={() => set([...rows, ''])}>Add another citizenship</AddButton>
      ) : null}
    </div>
  )
}

/** Maiden, former and further names. */
function OtherNames({ form }: Props) {
  const { fields, append, remove } = useFieldArray({ control: form.form.control, name: 'otherNames' })
  return (
    <Section
      level={3}
      title="Other names"
      description="Names on older documents, such as a maiden name. Leave this empty if there are none."
    >
      <div className="grid gap-6">
        {fields.map(({ id }, index) => (
          <div key={id} className="grid gap-4 border-l border-hairline pl-4 sm:pl-6">
            <TextField {...{ form }} name={`otherNames.${index}.name`} label={`Other name ${index + 1}`} />
            <SelectField
              {...{ form }}
              name={`otherNames.${index}.kind`}
              label="What kind of name is it?"
              options={optionsOf(otherNames)}
              placeholder={null}
              width="medium"
            />
            <RemoveButton
              label={`Remove other name ${index + 1}`}
              onPress={() => {
                remove(index)
                form.changed()
              }}
            />
          </div>
        ))}
        {fields.length < MAX_OTHER_NAMES ? (
          <AddButton onPress={() => append({ name: '', kind: 'maiden' })}>Add a name</AddButton>
        ) : null}
      </div>
    </Section>
  )
}
