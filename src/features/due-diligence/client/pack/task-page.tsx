import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { Link } from 'wouter'
import type { Application } from '#features/applications/api/application.ts'
import type { Pack, PackTask } from '#features/due-diligence/api/due-diligence.ts'
import { clientStates, tasks, waitsForClient, type TaskName } from '#features/due-diligence/rules/tasks.ts'
import { formatDateTime, formatDay } from '#base/rules/time/dates.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { paths } from '#base/client/paths.ts'
import { afterPaint } from '#base/client/ui/after-paint.ts'
import { Button } from '#base/client/ui/button.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { contentRowsForClient } from '#features/due-diligence/rules/content-rows.ts'
import { GivenPapers } from './given-papers.tsx'
import { AddressTask } from './tasks/address-task.tsx'
import { BankTask } from './tasks/bank-task.tsx'
import { ExposureTask } from './tasks/exposure-task.tsx'
import { FundsTask } from './tasks/funds-task.tsx'
import { IdentityTask } from './tasks/identity-task.tsx'
import { TaxTask } from './tasks/tax-task.tsx'
import type { TaskProps } from './use-task-form.ts'
import { putDraft, type Draft } from './use-draft-saving.ts'

type TaskPageProps = { pack: Pack; item: PackTask; application: Application }

/** One task: its form, or what was handed in. */
export function TaskPage({ pack, item, application }: TaskPageProps) {
  const [reloads, setReloads] = useState(0)
  const [changing, setChanging] = useState(false)
  const isOpen = pack.editable && (waitsForClient(item.state) || changing)
  // The newest version is rendered by then.
  const onConflict = () => afterPaint(() => setReloads((count) => count + 1))
  return (
    <>
      <Link href={paths.pack} className="text-link mb-4 inline-block py-2.5">
        Back to the list
      </Link>
      <PageHeading title={tasks[item.task].label} className="mb-6" />
      {isOpen ? (
        <>
          <Why item={item} />
          <Form key={reloads} {...{ pack, item, application, onConflict }} />
        </>
      ) : (
        <HandedIn {...{ pack, item }} onChange={() => setChanging(true)} />
      )}
    </>
  )
}

function Why({ item: { state, why, dueOn } }: { item: PackTask }) {
  if (!waitsForClient(state) || (state === 'open' && dueOn === null)) return null
  return (
    <Notice
      tone={state === 'open' ? 'info' : 'warning'}
      title={state === 'open' ? undefined : clientStates[state]}
      className="mb-6"
    >
      {why === null ? null : <p className="whitespace-pre-line wrap-anywhere">{why}</p>}
      {dueOn === null ? null : <p>{`Please do this by ${formatDay(dueOn)}.`}</p>}
    </Notice>
  )
}

const forms: { readonly [Task in TaskName]: ComponentType<TaskProps<Task>> } = {
  identity: IdentityTask,
  address: AddressTask,
  bank: BankTask,
  funds: FundsTask,
  exposure: ExposureTask,
  tax: TaxTask,
}

function Form(props: TaskPageProps & Pick<TaskProps<TaskName>, 'onConflict'>) {
  // Each task's form takes its own draft.
  const TaskForm = forms[props.item.task] as ComponentType<TaskProps<TaskName>>
  return <TaskForm {...props} />
}

/** What was handed in, and a way to change it. */
function HandedIn({ pack, item, onChange }: { pack: Pack; item: PackTask; onChange: () => void }) {
  const { state, handedInAt, dueOn, content, task } = item
  const client = useQueryClient()
  const reopen = useMutation({
    mutationFn: () => putDraft(client, task, (content ?? {}) as Draft, { changed: '1' }),
    onSuccess: onChange,
    onError: (error) => toast({ variant: 'destructive', title: 'Not opened', description: detailOf(error) }),
  })
  return (
    <>
      <Notice tone={state === 'accepted' ? 'success' : 'info'} title={clientStates[state]} className="mb-6">
        {handedInAt === null ? null : <p>{`You sent this on ${formatDateTime(new Date(handedInAt))}.`}</p>}
        {state === 'accepted' && dueOn !== null ? <p>{`Valid until ${formatDay(dueOn)}.`}</p> : null}
      </Notice>
      <DefinitionList rows={contentRowsForClient(item.task, item.content ?? {})} />
      <GivenPapers item={item} />
      {pack.editable ? (
        <div className="mt-8 border-t border-hairline pt-6">
          <p className="mb-3 text-pretty">
            Has something changed since? You can change your answers and send them again.
          </p>
          <Button
            tone="secondary"
            pending={reopen.isPending}
            pendingLabel="Opening..."
            onClick={() => (state === 'accepted' ? reopen.mutate() : onChange())}
          >
            Something has changed
          </Button>
        </div>
      ) : null}
    </>
  )
}
