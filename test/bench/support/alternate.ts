/** Results of each contender by round. */
export type Readings<Name extends string> = Record<Name, number[]>

/**
 * Gives each contender a turn in every round, in changing order, so that a temporarily slow machine slows all of them.
 * An uncounted first round warms up compilers and caches.
 */
export async function alternate<Name extends string>(
  rounds: number,
  contenders: Record<Name, () => Promise<number>>,
): Promise<Readings<Name>> {
  const names = Object.keys(contenders) as Name[]
  const readings = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Readings<Name>
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed()
    for (const name of order) {
      const reading = await contenders[name]()
      if (round > 0) readings[name].push(reading)
    }
  }
  return readings
}

/** The median. */
export function median(readings: readonly number[]): number {
  const sorted = readings.toSorted((one, other) => one - other)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, reading) => sum + reading, 0) / middle.length
}

/** Throughput relative to the other contender: the median of the rounds' ratios. */
export function medianRatio(readings: readonly number[], ofReadings: readonly number[]): number {
  return median(readings.map((reading, round) => reading / (ofReadings[round] ?? Number.NaN)))
}
