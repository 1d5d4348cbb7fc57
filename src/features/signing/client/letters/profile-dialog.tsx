import { useState } from 'react'
import type { ManagerLetter } from '#features/signing/api/letters.ts'
import { parseServices } from '#features/brand/rules/letter/services.ts'
import type { LetterProfile } from '#features/signing/rules/letter/profile.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { ServicesField } from '#features/firm/client/services-field.tsx'
import { ApiError, call, detailOf } from '#base/client/lib/api.ts'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { useFollowRun } from './use-letter-run.ts'
import { useStoreManager } from './use-letters.ts'

export type ProfileDialogProps = {
  manager: ManagerLetter
  /** The firm's services. */
  licensed: string
  onClose: () => void
}

/** What the letter says of a wealth manager. */
export function ProfileDialog({ manager, licensed, onClose }: ProfileDialogProps) {
  const mayChange = useMay('firm.word')
  const [profile, setProfile] = useState<LetterProfile>(manager.profile)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const store = useStoreManager()
  const followRun = useFollowRun()
  const save = async () => {
    setPending(true)
    setProblem(null)
    setProblems({})
    try {
      const params = { id: manager.id }
      const saved = await call('PUT /api/firm/letters/profiles/{id}', { params, body: profile })
      store(saved)
      const isNew = saved.letter === 'none'
      if (isNew) followRun()
      toast({
        title: 'Saved',
        description: isNew
          ? 'The letter is generated once it is published and nothing is missing.'
          : 'The letter changes once you generate it.',
      })
      onClose()
    } catch (error) {
      setPending(false)
      if (error instanceof ApiError && error.status === 400) setProblems(error.fields)
      else setProblem(detailOf(error))
    }
  }
  return (
    <FormDialog
      title={`Facts of ${manager.name}`}
      description="Name, email address and phone number are those of the account."
      size="normal"
      submitLabel={mayChange ? 'Save' : 'Close'}
      pendingLabel="Saving..."
      {...{ pending }}
      onSubmit={() => (mayChange ? void save() : onClose())}
      onCancel={onClose}
    >
      {problem === null ? null : (
        <Notice tone="danger" live="alert">
          {problem}
        </Notice>
      )}
      <ProfileFields {...{ profile, licensed, problems }} onChange={setProfile} />
    </FormDialog>
  )
}

type FieldsProps = {
  profile: LetterProfile
  licensed: string
  problems: Readonly<Record<string, string>>
  onChange: (profile: LetterProfile) => void
}

const CAPACITIES = [
  { value: 'employee', label: 'Employee' },
  { value: 'mandate', label: 'Mandated representative' },
]
const YES_NO = [
  { value: 'no', label: 'No' },
  { value: 'yes', label: 'Yes' },
]

function ProfileFields({ profile, licensed, problems, onChange }: FieldsProps) {
  const set = (change: Partial<LetterProfile>) => onChange({ ...profile, ...change })
  const among = parseServices(licensed) ?? []
  return (
    <>
      <TextArea
        label="Qualifications"
        name="qualifications"
        rows={2}
        maxLength={300}
        value={profile.qualifications}
        onChange={({ target }) => set({ qualifications: target.value })}
        error={problems['qualifications']}
      />
      <TextArea
        label="Experience"
        name="experience"
        rows={2}
        maxLength={300}
        value={profile.experience}
        onChange={({ target }) => set({ experience: target.value })}
        error={problems['experience']}
      />
      <Select
        label="Capacity"
        name="capacity"
        width="medium"
        options={CAPACITIES}
        value={profile.capacity}
        onChange={({ target }) => set({ capacity: target.value as LetterProfile['capacity'] })}
        error={problems['capacity']}
      />
      <TextInput
        label="Appointed on"
        name="appointedOn"
        hint="For example 2017-03-01."
        autoComplete="off"
        width="medium"
        value={profile.appointedOn}
        onChange={({ target }) => set({ appointedOn: target.value })}
        error={problems['appointedOn']}
      />
      {among.length === 0 ? (
        <Notice tone="warning">Save the services that the licence authorises first.</Notice>
      ) : (
        <ServicesField
          label="Services"
          name="services"
          hint="What this wealth manager renders under the firm’s licence."
          {...{ among }}
          defaultValue={profile.services}
          onValueChange={(services) => set({ services })}
          error={problems['services']}
        />
      )}
      <Select
        label="Renders services under supervision"
        name="supervised"
        width="medium"
        options={YES_NO}
        value={profile.supervised}
        onChange={({ target }) => set({ supervised: target.value as LetterProfile['supervised'] })}
        error={problems['supervised']}
      />
      {profile.supervised === 'yes' ? (
        <TextInput
          label="Supervisor"
          name="supervisor"
          maxLength={120}
          value={profile.supervisor}
          onChange={({ target }) => set({ supervisor: target.value })}
          error={problems['supervisor']}
        />
      ) : null}
    </>
  )
}
