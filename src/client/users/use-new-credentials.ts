import { useState } from 'react'
import { notifyOfCredentials, type Credentials } from './credentials.ts'

/** Credentials that were just generated, and what became of them. */
export interface NewCredentials extends Credentials {
  expiresAt: string
  emailed: boolean
  why: 'created' | 'reset'
}

const titles = {
  created: { notification: 'User Created Successfully', dialog: 'The account is ready' },
  reset: { notification: 'Password Reset Successfully', dialog: 'The password was reset' },
} as const

/** New credentials: 15 seconds in a notification, and in a dialog that stays until somebody says that they have them. */
export function useNewCredentials() {
  const [shown, setShown] = useState<NewCredentials | null>(null)
  return {
    shown,
    title: titles[shown?.why ?? 'created'].dialog,
    show: (credentials: NewCredentials) => {
      setShown(credentials)
      notifyOfCredentials(credentials, titles[credentials.why].notification)
    },
    acknowledge: () => setShown(null),
  }
}
