import type { BenchClient } from './server.ts'
import type { LoadRequest } from './load.ts'

/** What differs between one way through the wizard and the next. */
const rounds = [
  { city: 'Durban', employerName: 'Umgeni Water', savingsAccounts: 120_000.5, creditCardBalances: 18_250.75 },
  { city: 'Cape Town', employerName: 'Table Bay', savingsAccounts: 130_000.75, creditCardBalances: 9_100 },
]

/** Saves of one client, in turn: each of them changes answers and moves on, as on the way through the wizard. */
export const bodies = rounds.flatMap(({ city, employerName, savingsAccounts, creditCardBalances }) => [
  { city, currentStep: 'employment' as const },
  { employerName, currentStep: 'net-worth-intro' as const },
  {
    assets: { savingsAccounts, primaryResidence: 2_450_000, vehicles: 310_000 },
    currentStep: 'liabilities' as const,
  },
  { liabilities: { primaryResidenceBond: 1_320_000, creditCardBalances }, currentStep: 'documents' as const },
])

/** The same for a client who is signed in, as requests. */
export function savesOf({ headers }: BenchClient): LoadRequest[] {
  return bodies.map((body) => ({
    method: 'PUT',
    path: '/api/application',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }))
}
