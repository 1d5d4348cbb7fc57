import { useWatch } from 'react-hook-form'
import { NOT_USED } from '#features/applications/rules/wizard/unused-address-parts.ts'
import type { Application } from '#features/applications/api/application.ts'
import type { DraftOf } from '#features/due-diligence/rules/drafts.ts'
import { TextField, YesNoField } from '../fields.tsx'
import { FormFrame } from '../form-frame.tsx'
import { FromApplication } from '../from-application.tsx'
import { useTaskForm, type TaskProps } from '../use-task-form.ts'

type Values = DraftOf<'address'>

/** A paper with the address of the application. */
export function AddressTask({ item, application, onConflict }: TaskProps<'address'>) {
  const form = useTaskForm<Values>({
    item,
    onConflict,
    start: item.content ?? {},
    decisive: ['inOwnName'],
  })
  const inOwnName = useWatch({ control: form.form.control, name: 'inOwnName' })
  return (
    <FormFrame {...{ form, item }}>
      <FromApplication
        isDraft={application.status === 'draft'}
        rows={[{ id: 'addressLine1', label: 'Where you live', value: addressLines(application) }]}
      />
      <YesNoField
        {...{ form }}
        name="inOwnName"
        label="Do you have a document with your name and this address?"
        hint="For example a municipal account, a bank statement or a lease."
      />
      {inOwnName === false ? (
        <>
          <TextField
            {...{ form }}
            name="owner.fullName"
            label="Whose name is on the document?"
            hint="The owner or tenant of the home. We also ask for their declaration and ID; if that isn’t possible, an affidavit or a letter from your employer, ward councillor or traditional leader is fine."
          />
          <TextField
            {...{ form }}
            name="owner.relation"
            label="How are you related to them?"
            optional
            width="medium"
          />
        </>
      ) : null}
    </FormFrame>
  )
}

function addressLines(application: Application): string | null {
  const { addressLine1, addressLine2, addressLine3, city, stateProvince, postalCode, country } = application
  if (!addressLine1) return null
  const isWritten = (part: string | null) => part !== null && part !== '' && part !== NOT_USED
  const cityLine = [city, postalCode].filter(isWritten).join(' ')
  return [addressLine1, addressLine2, addressLine3, cityLine, stateProvince, country]
    .filter(isWritten)
    .join('\n')
}
