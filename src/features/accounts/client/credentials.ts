import { toast } from '#base/client/ui/toast-store.ts'

/** The credentials of a new user, shown once and stored nowhere. */
export interface Credentials {
  email: string
  temporaryPassword: string
}

/** How long toasts of new credentials and of copying show, in ms (specification section 9). */
const CREDENTIALS_TOAST_MS = 15_000
const COPY_TOAST_MS = 2_000

/** Copies credentials to the clipboard with a toast of the result (specification section 8). */
export async function copyCredentials({ email, temporaryPassword }: Credentials): Promise<void> {
  try {
    await navigator.clipboard.writeText(`Email: ${email}\nTemporary password: ${temporaryPassword}`)
    toast({
      title: 'Copied!',
      description: 'Login credentials copied to clipboard',
      duration: COPY_TOAST_MS,
    })
  } catch {
    toast({
      variant: 'destructive',
      title: 'Copy Failed',
      description: 'Unable to copy credentials to clipboard',
    })
  }
}

/** Shows new credentials in a toast for 15 seconds, with a Copy button. */
export function notifyOfCredentials(credentials: Credentials, title: string): void {
  toast({
    title,
    description: `${credentials.email} can sign in with the password ${credentials.temporaryPassword}`,
    duration: CREDENTIALS_TOAST_MS,
    action: { label: 'Copy', onPress: () => void copyCredentials(credentials) },
  })
}
