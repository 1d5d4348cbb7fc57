import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldName } from '#domain/applications/wizard/questionnaire.ts'
import { toast } from '#client/ui/toast-store.ts'
import { applicationApi, enqueueSave } from '../saving/application-api.ts'
import { saveUnderNewest } from './save-tick.ts'

export interface Checks {
  /** Said to be right here; the application may not say so yet. */
  said: readonly FieldName[]
  /** Somebody has looked at an answer given beforehand, and it is right. */
  sayRight: (name: FieldName) => void
}

/** Answers given beforehand, said to be right on the review: it stands at once, and is taken back if it cannot be saved. */
export function useChecks(): Checks {
  const client = useQueryClient()
  const [said, setSaid] = useState<readonly FieldName[]>([])
  const save = async (name: FieldName) => {
    const outcome = await enqueueSave(client, () =>
      saveUnderNewest(applicationApi(client), { checkedDefaults: [name] }),
    )
    if (outcome === 'saved') return
    setSaid((before) => before.filter((one) => one !== name))
    toast({
      variant: 'destructive',
      title: 'Save Error',
      description: 'Failed to save your changes. Please try again.',
    })
  }
  return {
    said,
    sayRight: (name) => {
      setSaid((before) => [...before, name])
      void save(name)
    },
  }
}
