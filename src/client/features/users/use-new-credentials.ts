import { useState } from 'react'
import { notifyOfCredentials, type Credentials } from './credentials.ts'

/** Credentials that were just generated, and what became of them. */
export interface NewCredentials extends Credentials {
  expiresAt: string
  emailed: boolean
  why: keyof typeof titles
}

/** The way of new credentials, for whoever hands them over and the dialog that shows them. */
export interface CredentialsShown {
  shown: NewCredentials | null
  show: (credentials: NewCredentials) => void
  acknowledge: () => void
}

/** What is said of credentials, by why there are any. */
export const titles = {
  created: { notification: 'User Created Successfully', dialog: 'The account is ready' },
  renewed: { notification: 'Invitation Resent', dialog: 'The invitation was renewed' },
  reset: { notification: 'Password Reset Successfully', dialog: 'The password was reset' },
} as const

/** New credentials: 15 seconds in a notification, and in a dialog that stays until somebody says that they have them. */
export function useNewCredentials(): CredentialsShown {
  const [shown, setShown] = useState<NewCredentials | null>(null)
  return {
    shown,
    show: (credentials: NewCredentials) => {
      setShown(credentials)
      notifyOfCredentials(credentials, titles[credentials.why].notification)
    },
    acknowledge: () => setShown(null),
  }
}
