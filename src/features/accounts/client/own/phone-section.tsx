import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  formatPhoneNumber,
  PHONE_NUMBER_NEEDED,
  toPhoneNumber,
} from '#base/rules/south-africa/phone-number.ts'
import { useSmallForm } from '#base/client/form/use-small-form.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast } from '#base/client/ui/toast-store.ts'

const phoneQuery = queryFor('GET /api/account/phone')

/** The phone number that a wealth manager's clients see. */
export function PhoneSection() {
  const { data, isError, refetch } = useQuery(phoneQuery)
  const { supportPhone } = useBranding()
  return (
    <Section
      title="Your phone number"
      description={`Your clients see it on their page and in their invitation. Without one they see the firm’s, ${supportPhone}.`}
    >
      {isError ? (
        <LoadFailure onRetry={() => void refetch()}>Your phone number could not be loaded.</LoadFailure>
      ) : null}
      {data === undefined && !isError ? <Spinner label="Loading your phone number..." /> : null}
      {data === undefined ? null : <PhoneForm key={data.phone} phone={data.phone} />}
    </Section>
  )
}

function PhoneForm({ phone }: { phone: string | null }) {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const form = useSmallForm({
    names: ['phone'],
    check: ({ phone: typed }) =>
      typed.trim() === '' || toPhoneNumber(typed) !== null ? {} : { phone: PHONE_NUMBER_NEEDED },
    send: async (body) => {
      setPending(true)
      try {
        const changed = await call('PUT /api/account/phone', { body })
        client.setQueryData(phoneQuery.queryKey, changed)
        toast({ title: 'Phone number saved', description: seenBy(changed.phone) })
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
      className="flex flex-col gap-x-4 gap-y-5 sm:flex-row sm:items-start sm:[&>:first-child]:w-80"
    >
      <TextInput
        label="Phone Number"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        width="medium"
        optional
        defaultValue={phone === null ? '' : formatPhoneNumber(phone)}
        error={form.problems.phone}
      />
      <Button type="submit" tone="secondary" className="sm:mt-8" pending={pending} pendingLabel="Saving...">
        Save
      </Button>
    </form>
  )
}

function seenBy(phone: string | null): string {
  return phone === null
    ? 'Your clients will now see the firm’s number.'
    : `Your clients will now see ${formatPhoneNumber(phone)}.`
}
