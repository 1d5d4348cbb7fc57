import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_STAND_IN_DAYS, type OwnStandIns } from '#features/accounts/api/stand-ins.ts'
import { dayAfter } from '#base/rules/time/calendar-days.ts'
import { dayOf, formatDay } from '#base/rules/time/dates.ts'
import { useSmallForm } from '#base/client/form/use-small-form.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Button } from '#base/client/ui/button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast, UNDO_DURATION } from '#base/client/ui/toast-store.ts'

const query = queryFor('GET /api/account/stand-in')

/** A wealth manager's absence: a colleague sees and acts for their clients until a day. */
export function StandInSection() {
  const { data, isError, refetch } = useQuery({ ...query, staleTime: 0 })
  return (
    <Section
      title="While you are away"
      description="Name a colleague who sees your clients, acts for them and gets copies of your emails about them until a day. Everything they do is recorded with both names. You keep your access and your emails."
    >
      {isError ? (
        <LoadFailure onRetry={() => void refetch()}>Your stand-in could not be loaded.</LoadFailure>
      ) : null}
      {data === undefined && !isError ? <Spinner label="Loading your stand-in..." /> : null}
      {data === undefined ? null : <StandIns key={data.standIn?.id ?? ''} own={data} />}
    </Section>
  )
}

function StandIns({ own }: { own: OwnStandIns }) {
  const { standIn, standingInFor, colleagues } = own
  return (
    <div className="grid gap-5">
      {standIn === null ? null : <CurrentStandIn standIn={standIn} />}
      {standingInFor.map(({ id, managerName, until }) => (
        <p key={id}>{`You stand in for ${managerName} until ${formatDay(until)}.`}</p>
      ))}
      {colleagues.length === 0 ? (
        <p className="text-ink-soft">There is no other wealth manager to name.</p>
      ) : (
        <NamingForm {...{ standIn, colleagues }} />
      )}
    </div>
  )
}

/** Toast options with an Undo button, which restores the stand-in of before, or none. */
function useUndoTo() {
  const client = useQueryClient()
  const restore = async (before: OwnStandIns['standIn']) => {
    try {
      if (before === null) await call('DELETE /api/account/stand-in')
      else {
        const { standInId, until } = before
        await call('PUT /api/account/stand-in', { body: { standInId, until } })
      }
      toast({ title: 'Undone' })
    } catch (error) {
      toast({ variant: 'destructive', title: 'Not undone', description: detailOf(error) })
    } finally {
      await client.invalidateQueries({ queryKey: query.queryKey })
    }
  }
  return (before: OwnStandIns['standIn']) => ({
    duration: UNDO_DURATION,
    action: { label: 'Undo', onPress: () => void restore(before) },
  })
}

function CurrentStandIn({ standIn }: { standIn: NonNullable<OwnStandIns['standIn']> }) {
  const client = useQueryClient()
  const undoTo = useUndoTo()
  const [pending, setPending] = useState(false)
  const end = async () => {
    setPending(true)
    try {
      await call('DELETE /api/account/stand-in')
      toast({
        title: 'Stand-in ended',
        description: `${standIn.standInName} no longer sees your clients.`,
        ...undoTo(standIn),
      })
    } catch (error) {
      toast({ variant: 'destructive', title: 'Not ended', description: detailOf(error) })
    } finally {
      setPending(false)
      await client.invalidateQueries({ queryKey: query.queryKey })
    }
  }
  return (
    <Notice
      title={`${standIn.standInName} stands in for you until ${formatDay(standIn.until)}`}
      action={
        <Button
          size="small"
          tone="secondary"
          pending={pending}
          pendingLabel="Ending..."
          onClick={() => void end()}
        >
          End now
        </Button>
      }
    >
      Your colleague sees your clients and can act for them.
    </Notice>
  )
}

type NamingFormProps = Pick<OwnStandIns, 'standIn' | 'colleagues'>

function NamingForm({ standIn, colleagues }: NamingFormProps) {
  const client = useQueryClient()
  const undoTo = useUndoTo()
  const [pending, setPending] = useState(false)
  const today = dayOf(new Date())
  const form = useSmallForm({
    names: ['standInId', 'until'],
    check: ({ standInId, until }) => ({
      ...(standInId === '' && { standInId: 'Please choose a colleague' }),
      ...(until < today && { until: 'Please choose today or a later day' }),
    }),
    send: async (body) => {
      setPending(true)
      try {
        const named = await call('PUT /api/account/stand-in', { body })
        client.setQueryData(query.queryKey, named)
        toast({
          title: 'Stand-in named',
          description: `${named.standIn?.standInName} sees your clients now, and gets copies of your emails about them.`,
          ...undoTo(standIn),
        })
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
      className="flex flex-col gap-x-4 gap-y-5 sm:flex-row sm:items-start sm:[&>:first-child]:w-72"
    >
      <Select
        label="Colleague"
        name="standInId"
        defaultValue={standIn?.standInId ?? ''}
        options={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
        error={form.problems.standInId}
      />
      <TextInput
        label="Last day"
        name="until"
        type="date"
        width="medium"
        min={today}
        max={dayAfter(today, MAX_STAND_IN_DAYS)}
        defaultValue={standIn?.until ?? ''}
        error={form.problems.until}
      />
      <Button type="submit" tone="secondary" className="sm:mt-8" pending={pending} pendingLabel="Saving...">
        {standIn === null ? 'Name stand-in' : 'Change'}
      </Button>
    </form>
  )
}
