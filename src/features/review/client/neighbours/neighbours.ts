/** The previous and next application of a list. */
export interface Neighbours {
  previous: string | null
  next: string | null
}

/** The neighbours of an application in the loaded rows; none if it is not among them. */
export function neighboursOf(rows: readonly { id: string }[], id: string): Neighbours {
  const index = rows.findIndex((row) => row.id === id)
  if (index === -1) return { previous: null, next: null }
  return { previous: rows[index - 1]?.id ?? null, next: rows[index + 1]?.id ?? null }
}

/**
 * The neighbours of an application that has left the list: the nearest previous and next ones that remain.
 *
 * @param before the rows with it
 */
export function neighboursOfGone(
  before: readonly { id: string }[],
  rows: readonly { id: string }[],
  id: string,
): Neighbours {
  const index = before.findIndex((row) => row.id === id)
  if (index === -1) return { previous: null, next: null }
  const left = new Set(rows.map((row) => row.id))
  const isLeft = (row: { id: string }) => left.has(row.id)
  return {
    previous: before.slice(0, index).findLast(isLeft)?.id ?? null,
    next: before.slice(index + 1).find(isLeft)?.id ?? null,
  }
}

/** The next application that waits for staff, searching onwards and then from the start; null if none does. */
export function nextWaiting<Row extends { id: string; waitingSince: string | null }>(
  rows: readonly Row[],
  id: string,
): Row | null {
  const index = rows.findIndex((row) => row.id === id)
  const others = [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0))]
  return others.find(({ waitingSince }) => waitingSince !== null) ?? null
}
