import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionUser } from '#features/access/api/auth.ts'
import { session } from '#features/access/client/session.ts'
import { roleLabels } from '#features/access/rules/roles.ts'
import { STAFF_NAME_NEEDED } from '#features/accounts/api/staff-name.ts'
import {
  formatPhoneNumber,
  PHONE_NUMBER_NEEDED,
  toPhoneNumber,
} from '#base/rules/south-africa/phone-number.ts'
import { useSmallForm } from '#base/client/form/use-small-form.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { SaveBar } from '#base/client/ui/save-bar.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { AddressSection } from './address-section.tsx'

const phoneQuery = queryFor('GET /api/account/phone')

/** A member of staff as clients and colleagues see them. */
export function YouSection({ user }: { user: SessionUser }) {
  const isManager = user.role === 'wealth_manager'
  const { data, isError, refetch } = useQuery({ ...phoneQuery, enabled: isManager })
  const [discards, setDiscards] = useState(0)
  return (
    <div className="mt-3 grid gap-8">
      <DefinitionList
        rows={[
          { label: 'Email address', value: user.username },
          { label: 'Role', value: roleLabels[user.role] },
        ]}
      />
      {isManager && isError ? (
        <LoadFailure onRetry={() => void refetch()}>Your phone number could not be loaded.</LoadFailure>
      ) : null}
      {isManager && data === undefined && !isError ? <Spinner label="Loading your phone number..." /> : null}
      {isManager && data === undefined ? null : (
        <YouForm
          key={`${user.fullName} ${data?.phone} ${discards}`}
          {...{ user }}
          phone={isManager ? (data?.phone ?? '') : null}
          onDiscard={() => setDiscards(discards + 1)}
        />
      )}
      <AddressSection username={user.username} />
    </div>
  )
}

type YouFormProps = {
  user: SessionUser
  /** The number as it is stored; null for staff without one. */
  phone: string | null
  onDiscard: () => void
}

function YouForm({ user, phone, onDiscard }: YouFormProps) {
  const client = useQueryClient()
  const { supportPhone } = useBranding()
  const [isEdited, setEdited] = useState(false)
  const [pending, setPending] = useState(false)
  const form = useSmallForm({
    names: ['fullName', 'phone'],
    check: ({ fullName, phone: typed }) => ({
      ...(fullName.trim() === '' && { fullName: STAFF_NAME_NEEDED }),
      ...(typed.trim() !== '' && toPhoneNumber(typed) === null && { phone: PHONE_NUMBER_NEEDED }),
    }),
    send: async ({ fullName: typed, phone: number }) => {
      setPending(true)
      try {
        if (typed !== (user.fullName ?? '')) {
          const { fullName } = await call('PUT /api/account/name', { body: { fullName: typed } })
          session.setUser({ ...user, fullName })
        }
        if (phone !== null && (toPhoneNumber(number) ?? '') !== phone) {
          const changed = await call('PUT /api/account/phone', { body: { phone: number } })
          client.setQueryData(phoneQuery.queryKey, changed)
        }
        setEdited(false)
        toast({ title: 'Saved', description: 'Clients and colleagues see it from now on.' })
      } catch (error) {
        toast({ variant: 'destructive', title: 'Not saved', description: detailOf(error) })
        throw error
      } finally {
        setPending(false)
      }
    },
  })
  return (
    <form
      {...form.formProps}
      aria-label="Your name and number"
      className="grid gap-5"
      onChange={(event) => {
        form.formProps.onChange(event)
        setEdited(true)
      }}
    >
      {phone !== null && user.fullName === null ? (
        <Notice tone="warning">Add your name so that clients can be assigned to you.</Notice>
      ) : null}
      <TextInput
        label="Full Name"
        name="fullName"
        hint="Clients see it in letters, emails and on their page."
        autoComplete="name"
        maxLength={200}
        width="medium"
        required
        defaultValue={user.fullName ?? ''}
        error={form.problems.fullName}
      />
      {phone === null ? null : (
        <TextInput
          label="Phone Number"
          name="phone"
          hint={`Your clients see it on their page and in their invitation. Without one they see the firm’s, ${supportPhone}.`}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          width="medium"
          optional
          defaultValue={phone === '' ? '' : formatPhoneNumber(phone)}
          error={form.problems.phone}
        />
      )}
      {isEdited ? <SaveBar {...{ pending, onDiscard }} /> : null}
    </form>
  )
}
