/** A comparison of a person with all lists in force. */
interface Compared {
  at: Date
  /** Ids of the editions. */
  editions: readonly string[]
}

/** An edition of a list that was in force. */
interface InForce {
  id: string
  inForceAt: Date
  /** When its changes had been compared with all clients; null while they are not. */
  screenedAt: Date | null
}

/** When someone was first compared with an edition: with all of it, or with what it changed. */
export interface HeldAgainst {
  edition: string
  at: Date
  with: 'list' | 'changes'
}

/**
 * The editions that someone was compared with, oldest first. Changes count only for someone who had been compared with
 * the editions before, whose other entries are the same.
 */
export function heldAgainst(compared: readonly Compared[], editions: readonly InForce[]): HeldAgainst[] {
  const byTime = compared.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const first = byTime[0]?.at
  if (first === undefined) return []
  return editions
    .flatMap(({ id, inForceAt, screenedAt }): HeldAgainst[] => {
      const whole = byTime.find((one) => one.editions.includes(id))?.at
      const changes = screenedAt !== null && first < inForceAt ? screenedAt : undefined
      if (changes !== undefined && (whole === undefined || changes < whole)) {
        return [{ edition: id, at: changes, with: 'changes' }]
      }
      return whole === undefined ? [] : [{ edition: id, at: whole, with: 'list' }]
    })
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
}
