import { toast } from '#base/client/ui/toast-store.ts'

/** "1 client", "80 clients". */
export function clientsText(count: number): string {
  return `${count.toLocaleString('en-ZA')} ${count === 1 ? 'client' : 'clients'}`
}

/** The text if clients need another manager and none is chosen. */
export const CHOOSE_SUCCESSOR = 'Please select a wealth manager for these clients.'

/** The text of specification section 5, for new wealth managers. */
export const LETTER_REQUIRED = 'Please upload a FAIS document for the wealth manager first. Clients sign it.'

/** Shows a toast of a missing field, which also shows the error. */
export function notifyRequired(what: 'Wealth Manager' | 'FAIS Document', description: string): void {
  toast({ variant: 'destructive', title: `${what} Required`, description })
}
