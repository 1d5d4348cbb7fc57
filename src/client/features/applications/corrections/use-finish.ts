import { useState } from 'react'
import { useLocation } from 'wouter'
import type { AskedRoundView } from '#domain/api/asked-round.ts'
import { confirmations } from '#domain/applications/wizard/confirmations.ts'
import { notDone } from '#domain/corrections/done.ts'
import { CHECK, listAddress, taskAddress } from './addresses.ts'
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

/** The last task leads to the overview, the others to the list. */
function addressAfter({ items }: AskedRoundView): string {
  return items.every(({ done }) => done) ? taskAddress(CHECK) : listAddress
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
    if (!only) return navigate(addressAfter(now))
    setMissing(!isDone)
    if (isDone) return send()
    document.getElementById(REPLY)?.focus()
  }
  const save = useTaskSave(task, goOn)
  return {
    isPending: save.isPending || sending,
    /** The error if nothing was done. */
    missing: missing ? notDone[item.subject.kind] : undefined,
    statement: only
      ? {
          ticked,
          error: attempted && !ticked ? confirmations.accurate.missing : undefined,
          onTick: setTicked,
        }
      : null,
    finish: (done: TaskSave) => {
      setAttempted(true)
      if (only && !ticked) document.getElementById(STATEMENT)?.focus()
      else save.mutate(done)
    },
  }
}
