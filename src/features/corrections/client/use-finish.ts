import { useState } from 'react'
import { useLocation } from 'wouter'
import type { AskedRoundView } from '#features/applications/api/asked-round.ts'
import { confirmations } from '#features/applications/rules/wizard/confirmations.ts'
import { notDone } from '#features/applications/rules/round/done.ts'
import { CHECK, taskAddress } from './addresses.ts'
import type { TaskProps } from './task-props.ts'
import { useSendingBack } from './use-sending-back.ts'
import { useTaskSave, type TaskSave } from './use-task-save.ts'
import { REPLY } from './reply-field.tsx'

/** The checkbox before sending. */
export const STATEMENT = 'accurate'

/** Actions at the end of a task's page. */
export type Finish = ReturnType<typeof useFinish>

/** Whether there is only one task; then its page is all that the client sees. */
export const isOnly = ({ items }: AskedRoundView) => items.length === 1

/** The next open task after this one; after the last, the overview. */
function addressAfter({ items }: AskedRoundView, id: string): string {
  const at = items.findIndex((item) => item.id === id)
  const next = [...items.slice(at + 1), ...items.slice(0, at)].find(({ done }) => !done)
  return taskAddress(next?.id ?? CHECK)
}

/** Saves a task and continues with the next; a single task is sent from its own page. */
export function useFinish(task: TaskProps) {
  const { round, item } = task
  const only = isOnly(round)
  const [, navigate] = useLocation()
  const [ticked, setTicked] = useState(false)
  const [attempted, setAttempted] = useState(false)
  const [missing, setMissing] = useState(false)
  const { send, sending } = useSendingBack()
  const goOn = (now: AskedRoundView) => {
    const isDone = now.items.find(({ id }) => id === item.id)?.done ?? false
    setMissing(!isDone)
    if (!isDone) document.getElementById(REPLY)?.focus()
    else if (only) send()
    else navigate(addressAfter(now, item.id))
  }
  const save = useTaskSave(task, goOn)
  return {
    isPending: save.isPending || sending,
    /** The error if nothing was done. */
    missing: missing && !item.done ? notDone[item.subject.kind] : undefined,
    /** Another answer or message may mend that. */
    onChange: () => setMissing(false),
    statement: only
      ? {
          ticked,
          error: attempted && !ticked ? confirmations.accurate.missing : undefined,
          onTick: setTicked,
        }
      : null,
    /** Shows a missing statement together with the other problems. */
    attempt: () => setAttempted(true),
    finish: (done: TaskSave) => {
      setAttempted(true)
      if (only && !ticked) document.getElementById(STATEMENT)?.focus()
      else save.mutate(done)
    },
  }
}
