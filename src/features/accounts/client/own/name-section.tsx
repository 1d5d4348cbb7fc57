import { useState } from 'react'
import type { SessionUser } from '#features/access/api/auth.ts'
import { STAFF_NAME_NEEDED } from '#features/accounts/api/staff-name.ts'
import { session } from '#features/access/client/session.ts'
import { useSmallForm } from '#base/client/form/use-small-form.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast } from '#base/client/ui/toast-store.ts'

/** The name of a member of staff, as clients and colleagues see it. */
export function NameSection({ user }: { user: SessionUser }) {
  const [pending, setPending] = useState(false)
  const form = useSmallForm({
    names: ['fullName'],
    check: ({ fullName }) => (fullName.trim() === '' ? { fullName: STAFF_NAME_NEEDED } : {}),
    send: async (body) => {
      setPending(true)
      try {
        const { fullName } = await call('PUT /api/account/name', { body })
        session.setUser({ ...user, fullName })
        toast({ title: 'Name saved', description: `Clients and colleagues now see ${fullName}.` })
      } catch (error) {
        toast({ variant: 'destructive', title: 'Not saved', description: detailOf(error) })
        throw error
      } finally {
        setPending(false)
      }
    },
  })
  const isUnnamedManager = user.role === 'wealth_manager' && user.fullName === null
  return (
    <Section title="Your name" description="Clients see it in letters, emails and on their page.">
      {isUnnamedManager ? (
        <Notice tone="warning" className="mb-5">
          Add your name so that clients can be assigned to you.
        </Notice>
      ) : null}
      <form
        {...form.formProps}
        className="flex flex-col gap-x-4 gap-y-5 sm:flex-row sm:items-start sm:[&>:first-child]:w-80"
      >
        <TextInput
          label="Full Name"
          name="fullName"
          autoComplete="name"
          maxLength={200}
          width="medium"
          required
          defaultValue={user.fullName ?? ''}
          error={form.problems.fullName}
        />
        <Button type="submit" tone="secondary" className="sm:mt-8" pending={pending} pendingLabel="Saving...">
          Save
        </Button>
      </form>
    </Section>
  )
}
