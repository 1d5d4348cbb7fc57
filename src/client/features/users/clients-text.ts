import { toast } from '#client/ui/toast-store.ts'

/** "1 client", "80 clients". */
export function clientsText(count: number): string {
  return `${count.toLocaleString('en-ZA')} ${count === 1 ? 'client' : 'clients'}`
}

/** Said where clients are to get another manager, and nobody is chosen. */
export const CHOOSE_SUCCESSOR = 'Please select a wealth manager for these clients.'

/** The words of specification section 5, for whoever becomes a wealth manager. */
export const LETTER_REQUIRED = 'Please upload a FAIS document for the wealth manager first. Clients sign it.'

/** Tells of what an act wants first; the field says the same. */
export function tellRequired(what: 'Wealth Manager' | 'FAIS Document', description: string): void {
  toast({ variant: 'destructive', title: `${what} Required`, description })
}
