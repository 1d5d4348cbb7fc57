import { useState } from 'react'
import { notifyOfCredentials, type Credentials } from './credentials.ts'

/** New credentials and whether they were mailed. */
export interface NewCredentials extends Credentials {
  expiresAt: string
  emailed: boolean
  why: keyof typeof titles
}

/** Shows new credentials and takes the acknowledgement. */
export interface CredentialsShown {
  shown: NewCredentials | null
  show: (credentials: NewCredentials) => void
  acknowledge: () => void
}

/** Titles by the reason for new credentials. */
export const titles = {
  created: { notification: 'User Created Successfully', dialog: 'The account is ready' },
  invited: { notification: 'Invitation Sent', dialog: 'The invitation was sent' },
  renewed: { notification: 'Invitation Resent', dialog: 'The invitation was renewed' },
  reset: { notification: 'Password Reset Successfully', dialog: 'The password was reset' },
} as const

/** New credentials: 15 seconds in a toast, and in a dialog until acknowledged. */
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
