/** "1 client", "80 clients". */
export function clientsText(count: number): string {
  return `${count.toLocaleString('en-ZA')} ${count === 1 ? 'client' : 'clients'}`
}

/** Said where clients are to get another manager, and nobody is chosen. */
export const CHOOSE_SUCCESSOR = 'Please select a wealth manager for these clients.'
