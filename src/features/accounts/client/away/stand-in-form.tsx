import { useState } from 'react'
import { MAX_STAND_IN_DAYS, type StandIn } from '#features/accounts/api/stand-ins.ts'
import { dayAfter } from '#base/rules/time/calendar-days.ts'
import { dayOf, formatDay } from '#base/rules/time/dates.ts'
import { useSmallForm } from '#base/client/form/use-small-form.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast, UNDO_DURATION } from '#base/client/ui/toast-store.ts'

type Naming = Pick<StandIn, 'standInId' | 'until'>

/** Stores a stand-in, or ends the absence (null). @returns the current stand-in */
export type SaveStandIn = (naming: Naming | null) => Promise<StandIn | null>

/** Changes the stand-in, with an Undo to the previous one. */
function useChange(before: StandIn | null, save: SaveStandIn) {
  const [pending, setPending] = useState(false)
  const restore = async () => {
    try {
      await save(before)
      toast({ title: 'Undone' })
    } catch (error) {
      toast({ variant: 'destructive', title: 'Not undone', description: detailOf(error) })
    }
  }
  const change = async (naming: Naming | null) => {
    setPending(true)
    try {
      const now = await save(naming)
      toast({
        title: now === null ? 'Stand-in ended' : 'Stand-in named',
        description:
          now === null
            ? `${before?.standInName ?? 'The colleague'} no longer sees these clients.`
            : `${now.standInName} sees these clients until ${formatDay(now.until)}, and gets copies of emails about them.`,
        duration: UNDO_DURATION,
        action: { label: 'Undo', onPress: () => void restore() },
      })
    } catch (error) {
      toast({ variant: 'destructive', title: 'Not saved', description: detailOf(error) })
      throw error
    } finally {
      setPending(false)
    }
  }
  return { pending, change }
}

type Props = { standIn: StandIn | null; save: SaveStandIn }

/** Ends an absence at once. */
export function EndStandIn({ standIn, save }: Props) {
  const { pending, change } = useChange(standIn, save)
  return (
    <Button
      size="small"
      tone="secondary"
      pending={pending}
      pendingLabel="Ending..."
      onClick={() => void change(null).catch(() => undefined)}
    >
      End now
    </Button>
  )
}

type FormProps = Props & { colleagues: readonly { id: string; name: string }[] }

/** Names a colleague until a day. */
export function StandInForm({ standIn, colleagues, save }: FormProps) {
  const { pending, change } = useChange(standIn, save)
  const today = dayOf(new Date())
  const form = useSmallForm({
    names: ['standInId', 'until'],
    check: ({ standInId, until }) => ({
      ...(standInId === '' && { standInId: 'Please choose a colleague' }),
      ...(until < today && { until: 'Please choose today or a later day' }),
    }),
    send: change,
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
