import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import { scopeLabels, tokenDays, tokenScopes, type TokenScope } from '#features/integrations/rules/scopes.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { OwnProofFields } from '#features/sign-in/client/own-proof-fields.tsx'
import { ManagerSelect } from '#features/accounts/client/manager-select.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { CheckList } from './check-list.tsx'
import { SaveErrors, useFieldErrors } from './save-errors.tsx'
import type { ShownSecret } from './secret-dialog.tsx'

const identityHint = 'Only for programs that key on these numbers. They identify a person for life.'

type TokenDialogProps = { onClose: () => void; onCreated: (shown: ShownSecret) => void }

/** Creates an API token. */
export function TokenDialog({ onClose, onCreated }: TokenDialogProps) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>([])
  const [managerId, setManagerId] = useState('')
  const [networks, setNetworks] = useState('')
  const [days, setDays] = useState<Days>(90)
  const [password, setPassword] = useState('')
  const create = useMutation({
    mutationFn: async (prove: () => GivenProof | Promise<GivenProof>) =>
      callIdempotent('POST /api/system-admin/api-tokens', {
        body: {
          name,
          scopes: [...scopes],
          ...(managerId !== '' && { managerId }),
          networks: networks.split(/[\s,]+/u).filter(Boolean),
          days,
          proof: await prove(),
        },
      }),
    onSuccess: ({ token }) => onCreated(tokenSecret(token)),
  })
  const fields = useFieldErrors(create.error, { name, scopes, managerId, networks, days, password })
  return (
    <FormDialog
      size="normal"
      title="Create an API token"
      submitLabel="Create token"
      pending={create.isPending}
      pendingLabel="Creating..."
      onSubmit={() => create.mutate(() => ({ by: 'password', password }))}
      onCancel={onClose}
    >
      <SaveErrors error={create.error} fields={fields} attempt={create.submittedAt} />
      <TextInput
        label="Name"
        name="name"
        autoComplete="off"
        hint="The program that will use it"
        value={name}
        error={fields['name']}
        onChange={({ target }) => setName(target.value)}
      />
      <ScopeList chosen={scopes} error={fields['scopes']} onChange={setScopes} />
      <ManagerSelect
        listOf="system_administrator"
        label="Whose clients"
        placeholder="All clients"
        value={managerId}
        error={fields['managerId']}
        onChange={setManagerId}
      />
      <TextInput
        label="Networks"
        name="networks"
        optional
        autoComplete="off"
        spellCheck={false}
        hint="Where the program runs, such as 196.25.1.0/24; empty for any"
        value={networks}
        error={fields['networks']}
        onChange={({ target }) => setNetworks(target.value)}
      />
      <DaysSelect days={days} onChange={setDays} />
      <OwnProofFields
        password={password}
        error={fields['password']}
        disabled={create.isPending}
        onPassword={setPassword}
        onProve={create.mutate}
      />
    </FormDialog>
  )
}

type ScopeListProps = {
  chosen: readonly TokenScope[]
  error: string | undefined
  onChange: (scopes: TokenScope[]) => void
}

function ScopeList({ chosen, error, onChange }: ScopeListProps) {
  return (
    <CheckList
      label="What it may read"
      name="scopes"
      options={tokenScopes.map((value) => ({
        value,
        label: scopeLabels[value],
        hint: value === 'application.identity' ? identityHint : value,
      }))}
      chosen={chosen}
      error={error}
      onChange={onChange}
    />
  )
}

type Days = (typeof tokenDays)[number]

function DaysSelect({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  return (
    <Select
      label="Valid for"
      name="days"
      placeholder={null}
      value={String(days)}
      onChange={({ target }) => onChange(tokenDays.find((one) => String(one) === target.value) ?? 90)}
      options={tokenDays.map((one) => ({ value: String(one), label: `${one} days` }))}
    />
  )
}

/** A new token, with how to use it. */
export function tokenSecret(token: string): ShownSecret {
  return {
    title: 'The API token',
    label: 'Token',
    secret: token,
    sample: `curl -H "Authorization: Bearer $API_TOKEN" \\
  ${window.location.origin}/api/v1/token`,
  }
}
