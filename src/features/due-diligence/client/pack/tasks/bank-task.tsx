import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { accountTypes, universalBranchCodes } from '#features/due-diligence/rules/bank.ts'
import type { DraftOf } from '#features/due-diligence/rules/drafts.ts'
import { RadioGroup } from '#base/client/ui/radio-group.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { ChoiceField, CountryField, optionsOf, TextField, TextAreaField, YesNoField } from '../fields.tsx'
import { FormFrame } from '../form-frame.tsx'
import { useTaskForm, type TaskForm, type TaskProps } from '../use-task-form.ts'

type Values = DraftOf<'bank'>
type Props = { form: TaskForm<Values> }

const NUMBERS = { inputMode: 'numeric', spellCheck: false } as const

/** The account that money is paid from and to. */
export function BankTask({ item, application, onConflict }: TaskProps<'bank'>) {
  const start: Values = item.content ?? { abroad: false, holder: application.fullName ?? undefined }
  const form = useTaskForm<Values>({ item, onConflict, start, decisive: ['abroad', 'ownAccount'] })
  const { control } = form.form
  const [abroad, ownAccount] = useWatch({ control, name: ['abroad', 'ownAccount'] })
  return (
    <FormFrame {...{ form, item }}>
      <RadioGroup
        id="abroad"
        label="Where is the account?"
        layout="row"
        options={[
          { value: 'home', label: 'In South Africa' },
          { value: 'abroad', label: 'In another country' },
        ]}
        value={abroad === true ? 'abroad' : 'home'}
        onValueChange={(value) => form.choose('abroad', value === 'abroad')}
      />
      {abroad === true ? <ForeignAccount {...{ form }} /> : <LocalAccount {...{ form }} />}
      <TextField
        {...{ form }}
        name="holder"
        label="Account holder"
        hint="The name as it appears on the statement"
      />
      <YesNoField {...{ form }} name="ownAccount" label="Is this your own account?" />
      {ownAccount === false ? (
        <TextAreaField
          {...{ form }}
          name="otherHolder"
          label="Why does the account belong to someone else?"
          hint="For example: “My husband and I use his account.”"
        />
      ) : null}
    </FormFrame>
  )
}

const OTHER = 'other'
const bankNames = Object.keys(universalBranchCodes)
const banks = [...bankNames, OTHER].map((name) => ({
  value: name,
  label: name === OTHER ? 'Another bank' : name,
}))

/** Choosing a bank fills in its branch code. */
function LocalAccount({ form }: Props) {
  const bank = useWatch({ control: form.form.control, name: 'bank' })
  const [isOther, setOther] = useState(Boolean(bank) && !bankNames.includes(bank ?? ''))
  return (
    <>
      <Select
        id={isOther ? 'bank-choice' : 'bank'}
        label="Bank"
        width="medium"
        options={banks}
        value={isOther ? OTHER : (bank ?? '')}
        error={isOther ? undefined : form.notes('bank').error}
        onChange={({ target }) => {
          setOther(target.value === OTHER)
          form.form.setValue('branchCode', universalBranchCodes[target.value] ?? '')
          form.choose('bank', target.value === OTHER ? '' : target.value)
        }}
      />
      {isOther ? <TextField {...{ form }} name="bank" label="Name of the bank" width="medium" /> : null}
      <TextField
        {...{ form, ...NUMBERS }}
        name="branchCode"
        label="Branch code"
        hint="The universal branch code is fine."
        width="short"
      />
      <TextField {...{ form, ...NUMBERS }} name="accountNumber" label="Account number" width="medium" />
      <ChoiceField
        {...{ form }}
        name="accountType"
        label="Type of account"
        options={optionsOf(accountTypes)}
      />
    </>
  )
}

function ForeignAccount({ form }: Props) {
  return (
    <>
      <CountryField {...{ form }} name="country" label="Country of the bank" />
      <TextField {...{ form }} name="bank" label="Name of the bank" width="medium" />
      <TextField
        {...{ form }}
        name="iban"
        label="IBAN"
        hint="Or the account number, where the country has no IBAN"
        spellCheck={false}
      />
      <TextField {...{ form }} name="bic" label="BIC (SWIFT code)" width="medium" spellCheck={false} />
    </>
  )
}
