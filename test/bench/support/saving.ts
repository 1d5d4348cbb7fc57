import type { BenchClient } from './server.ts'
import type { LoadRequest } from './load.ts'

/** The values that differ between two runs of the wizard. */
const rounds = [
  { city: 'Durban', employerName: 'Umgeni Water', savingsAccounts: 120_000.5, creditCardBalances: 18_250.75 },
  { city: 'Cape Town', employerName: 'Table Bay', savingsAccounts: 130_000.75, creditCardBalances: 9_100 },
]

/** Saves of one client in turn; each changes answers and moves on, as in the wizard. */
const bodies = rounds.flatMap(({ city, employerName, savingsAccounts, creditCardBalances }) => [
  { city, currentStep: 'employment' as const },
  { employerName, currentStep: 'net-worth-intro' as const },
  {
    assets: { savingsAccounts, primaryResidence: 2_450_000, vehicles: 310_000 },
    currentStep: 'liabilities' as const,
  },
  { liabilities: { primaryResidenceBond: 1_320_000, creditCardBalances }, currentStep: 'documents' as const },
])

/** The same as requests of a signed-in client. */
export function savesOf({ headers }: BenchClient): LoadRequest[] {
  return bodies.map((body) => ({
    method: 'PUT',
    path: '/api/application',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }))
}
