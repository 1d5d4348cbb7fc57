import { foldName } from './fold-name.ts'
import type { ListEntry } from './lists.ts'
import type { Person } from './score.ts'

const sorted = (texts: readonly string[]) => [...new Set(texts)].toSorted()

/** The facts of a client that matter, in one text: a hash of it shows whether one of them changed. */
export function factsOfPerson({ names, births, countries, documents, sex }: Person): string {
  return JSON.stringify([sorted(names), sorted(births), sorted(countries), sorted(documents), sex])
}

/** The same for an entry: its remarks and programme do not matter. */
export function factsOfEntry({ kind, names, births, countries, documents, sex }: ListEntry): string {
  return JSON.stringify([
    kind === 'person',
    sorted(names.map(({ name, quality }) => `${foldName(name)} ${quality === 'weak' ? 'weak' : ''}`)),
    sorted(births.map(({ from, to, day, about }) => `${from} ${to} ${day ?? ''} ${about === true}`)),
    sorted(countries),
    sorted(documents),
    sex ?? null,
  ])
}
