/**
 * The optimal string alignment distance: insertions, deletions, substitutions and transpositions of neighbours.
 *
 * @returns the distance; `max + 1` for any beyond `max`
 */
export function editDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = nextRow(one, other, { row, last, beforeLast })
    if (Math.min(...current) > max) return max + 1
    beforeLast = last
    last = current
  }
  return Math.min(last[other.length] ?? 0, max + 1)
}

function nextRow(
  one: string,
  other: string,
  { row, last, beforeLast }: { row: number; last: readonly number[]; beforeLast: readonly number[] },
): number[] {
  const at = (cells: readonly number[], column: number) => cells[column] ?? 0
  const current = [row]
  for (let column = 1; column <= other.length; column += 1) {
    const replaced = at(last, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1)
    const swapped =
      row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
        ? at(beforeLast, column - 2) + 1
        : Infinity
    current.push(Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced, swapped))
  }
  return current
}
