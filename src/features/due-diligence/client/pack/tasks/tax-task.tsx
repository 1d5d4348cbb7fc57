import { useFieldArray, useWatch } from 'react-hook-form'
import type { Application } from '#features/applications/api/application.ts'
import { HOME_COUNTRY } from '#features/applications/rules/wizard/countries.ts'
import type { DraftOf } from '#features/due-diligence/rules/drafts.ts'
import { MAX_TAX_COUNTRIES } from '#features/approvals/rules/limits.ts'
import { noTaxNumberReasons } from '#features/due-diligence/rules/no-tax-number.ts'
import { WarningNote } from '#base/client/ui/warning-note.tsx'
import {
  AddButton,
  ChoiceField,
  CountryField,
  optionsOf,
  RemoveButton,
  TextField,
  TextAreaField,
  YesNoField,
} from '../fields.tsx'
import { FormFrame } from '../form-frame.tsx'
import { useTaskForm, type TaskForm, type TaskProps } from '../use-task-form.ts'

type Values = DraftOf<'tax'>

/** South Africa's row is filled from the application. */
function startOf({ country, taxIncomeNumber }: Application): Values {
  if (country !== null && country !== HOME_COUNTRY) return { countries: [{}] }
  return { countries: [{ country: HOME_COUNTRY, number: taxIncomeNumber ?? undefined }] }
}

/** Where the client pays tax. */
export function TaxTask({ item, application, onConflict }: TaskProps<'tax'>) {
  const form = useTaskForm<Values>({
    item,
    onConflict,
    start: item.content ?? startOf(application),
    decisive: ['unitedStatesPerson'],
  })
  const { fields, append, remove } = useFieldArray({ control: form.form.control, name: 'countries' })
  const { error } = form.notes('countries')
  const warnings = item.warnings.filter(({ path }) => path === 'countries')
  return (
    <FormFrame {...{ form, item }}>
      <div id="countries" tabIndex={-1} className="grid gap-8">
        <p className="text-pretty text-ink-soft">
          List every country in which you are resident for tax, with your tax number there.
        </p>
        {error ? <p className="font-semibold text-danger">{error}</p> : null}
        {fields.map(({ id }, index) => (
          <div
            key={id}
            role="group"
            aria-label={`Tax residency ${index + 1}`}
            className="grid gap-4 border-l border-hairline pl-4 sm:pl-6"
          >
            <Country {...{ form, index }} isOnly={fields.length === 1} />
            {fields.length > 1 ? (
              <RemoveButton
                label={`Remove country ${index + 1}`}
                onPress={() => {
                  remove(index)
                  form.changed()
                }}
              />
            ) : null}
          </div>
        ))}
        <div>
          {fields.length < MAX_TAX_COUNTRIES ? (
            <AddButton onPress={() => append({})}>Add another country</AddButton>
          ) : null}
          {warnings.map(({ message }) => (
            <WarningNote key={message}>{message}</WarningNote>
          ))}
        </div>
      </div>
      <YesNoField
        {...{ form }}
        name="unitedStatesPerson"
        label="Are you a United States person for tax?"
        hint="For example a citizen of the United States, someone born there, or a holder of a green card"
      />
    </FormFrame>
  )
}

function Country({ form, index, isOnly }: { form: TaskForm<Values>; index: number; isOnly: boolean }) {
  const at = `countries.${index}` as const
  const [number, reason] = useWatch({ control: form.form.control, name: [`${at}.number`, `${at}.reason`] })
  const hasNumber = Boolean(number?.trim())
  return (
    <>
      <CountryField
        {...{ form }}
        name={`${at}.country`}
        label={isOnly ? 'Country' : `Country ${index + 1}`}
      />
      <TextField
        {...{ form }}
        name={`${at}.number`}
        label="Tax number"
        hint="Leave it empty if you have none."
        width="medium"
        spellCheck={false}
      />
      {hasNumber ? null : (
        <ChoiceField
          {...{ form }}
          name={`${at}.reason`}
          label="I have no tax number there because"
          options={optionsOf(noTaxNumberReasons)}
        />
      )}
      {!hasNumber && reason === 'B' ? (
        <TextAreaField {...{ form }} name={`${at}.words`} label="Why could you not get one?" />
      ) : null}
    </>
  )
}
