/** The applications before and after one, as a list shows them. */
export interface Neighbours {
  previous: string | null
  next: string | null
}

/** What lies beside an application in the loaded rows of a list; nothing where it is not among them. */
export function neighboursOf(rows: readonly { id: string }[], id: string): Neighbours {
  const place = rows.findIndex((row) => row.id === id)
  if (place === -1) return { previous: null, next: null }
  return { previous: rows[place - 1]?.id ?? null, next: rows[place + 1]?.id ?? null }
}

/**
 * What lies beside an application that has left the list: of those that stood before and behind it, the nearest that are still there.
 *
 * @param before the rows as they were with it
 */
export function neighboursOfGone(
  before: readonly { id: string }[],
  rows: readonly { id: string }[],
  id: string,
): Neighbours {
  const place = before.findIndex((row) => row.id === id)
  if (place === -1) return { previous: null, next: null }
  const left = new Set(rows.map((row) => row.id))
  const isLeft = (row: { id: string }) => left.has(row.id)
  return {
    previous: before.slice(0, place).findLast(isLeft)?.id ?? null,
    next: before.slice(place + 1).find(isLeft)?.id ?? null,
  }
}

/** The next that waits for staff, from a place of the loaded rows on and around to it again; null where none else does. */
export function nextWaiting<Row extends { id: string; waitingSince: string | null }>(
  rows: readonly Row[],
  id: string,
): Row | null {
  const place = rows.findIndex((row) => row.id === id)
  const others = [...rows.slice(place + 1), ...rows.slice(0, Math.max(place, 0))]
  return others.find(({ waitingSince }) => waitingSince !== null) ?? null
}
