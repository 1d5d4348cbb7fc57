import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldName } from '#features/applications/rules/wizard/questionnaire.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { applicationApi, enqueueSave } from '../saving/application-api.ts'
import { saveUnderNewest } from './save-tick.ts'

export interface Checks {
  /** Confirmed here; the save may still be running. */
  confirmed: readonly FieldName[]
  /** Confirms a default answer. */
  confirm: (name: FieldName) => void
}

/** Default answers confirmed on the review: shown at once, and undone if the save fails. */
export function useChecks(): Checks {
  const client = useQueryClient()
  const [confirmed, setConfirmed] = useState<readonly FieldName[]>([])
  const save = async (name: FieldName) => {
    const outcome = await enqueueSave(client, () =>
      saveUnderNewest(applicationApi(client), { checkedDefaults: [name] }),
    )
    if (outcome === 'saved') return
    setConfirmed((before) => before.filter((one) => one !== name))
    toast({
      variant: 'destructive',
      title: 'Save Error',
      description: 'Failed to save your changes. Please try again.',
    })
  }
  return {
    confirmed,
    confirm: (name) => {
      setConfirmed((before) => [...before, name])
      void save(name)
    },
  }
}
