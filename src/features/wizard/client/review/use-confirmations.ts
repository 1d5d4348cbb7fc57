import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Application } from '#features/applications/api/application.ts'
import {
  confirmationNames,
  type ConfirmationName,
  type Confirmations,
} from '#features/applications/rules/wizard/confirmations.ts'
import { toast, type ToastContent } from '#base/client/ui/toast-store.ts'
import { useApplication } from '../saving/use-application.ts'
import { applicationApi, enqueueSave } from '../saving/application-api.ts'
import { saveTick, type TickOutcome } from './save-tick.ts'

const failures: Readonly<Record<Exclude<TickOutcome, 'saved'>, ToastContent>> = {
  failed: { title: 'Save Error', description: 'Failed to save your changes. Please try again.' },
  changed: {
    title: 'Your answers have changed',
    description: 'They were changed in another tab or on another device. Please check them again.',
  },
}

export interface ConfirmationsState {
  /** A tick shows at once, and is undone if the save fails. */
  ticked: Confirmations
  tick: (name: ConfirmationName, ticked: boolean) => void
  /** Waits for pending saves; returns whether all three statements are saved. */
  allSaved: () => Promise<boolean>
}

/** The three statements, saved as they are ticked, one at a time (decisions, "Confirmations"). */
export function useConfirmations(application: Application): ConfirmationsState {
  const client = useQueryClient()
  // The last saved state, since the screen may show an older one.
  const { confirmations } = useApplication().data ?? application
  const last = useRef<Promise<void>>(Promise.resolve())
  // The last click counts: an earlier save of the same statement must not revert it.
  const [pressed, setPressed] = useState<Partial<Record<ConfirmationName, { ticked: boolean }>>>({})
  const forget = (name: ConfirmationName, press: { ticked: boolean }) =>
    setPressed((now) => (now[name] === press ? { ...now, [name]: undefined } : now))

  const tick = (name: ConfirmationName, ticked: boolean) => {
    const press = { ticked }
    setPressed((now) => ({ ...now, [name]: press }))
    last.current = enqueueSave(client, async () => {
      const outcome = await saveTick(applicationApi(client), { name, ticked, seen: application })
      forget(name, press)
      if (outcome !== 'saved') toast({ ...failures[outcome], variant: 'destructive' })
    })
  }
  return {
    ticked: {
      accurate: pressed.accurate?.ticked ?? confirmations.accurate,
      terms: pressed.terms?.ticked ?? confirmations.terms,
      brokerReview: pressed.brokerReview?.ticked ?? confirmations.brokerReview,
    },
    tick,
    allSaved: async () => {
      await last.current
      const saved = applicationApi(client).known().confirmations
      return confirmationNames.every((name) => saved[name])
    },
  }
}
