import type { BenchClient } from './server.ts'
import type { LoadRequest } from './load.ts'

/** What a client sends from the Assets step; each of the two changes what the other has left. */
export const bodies = [120_000.5, 130_000.75].map((savingsAccounts) => ({
  assets: { savingsAccounts, primaryResidence: 2_450_000, vehicles: 310_000 },
  currentStep: 'liabilities' as const,
}))

/** The saves of one client, in turn, so that each of them changes something. */
export function savesOf({ headers }: BenchClient): LoadRequest[] {
  return bodies.map((body) => ({
    method: 'PUT',
    path: '/api/application',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }))
}
