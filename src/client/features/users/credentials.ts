import { toast } from '#client/ui/toast-store.ts'

/** What somebody new signs in with. It is shown once and kept nowhere. */
export interface Credentials {
  email: string
  temporaryPassword: string
}

/** How long new credentials show in a notification, and a word about copying, in ms (specification section 9). */
const CREDENTIALS_TOAST_MS = 15_000
const COPY_TOAST_MS = 2_000

/** Puts credentials on the clipboard, and says whether that went well (specification section 8). */
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

/** Tells of new credentials for 15 seconds, with a Copy button: those of a new account, where nothing else is said. */
export function notifyOfCredentials(credentials: Credentials, title: string): void {
  toast({
    title,
    description: `${credentials.email} can sign in with the password ${credentials.temporaryPassword}`,
    duration: CREDENTIALS_TOAST_MS,
    action: { label: 'Copy', onPress: () => void copyCredentials(credentials) },
  })
}
