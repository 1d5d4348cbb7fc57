/** What each contender reached, round by round. */
export type Readings<Name extends string> = Record<Name, number[]>

/**
 * Gives each contender a turn in every round, in changing order, so that a machine that slows down for a while slows
 * all of them. A round that is not counted comes first: compilers and caches are warm afterwards.
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

/** The middle of several readings; of an even number of them the mean of the two in the middle. */
export function median(readings: readonly number[]): number {
  const sorted = readings.toSorted((one, other) => one - other)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, reading) => sum + reading, 0) / middle.length
}

/** How much of the other contender's reading one reaches: the middle of the rounds' ratios. */
export function medianRatio(readings: readonly number[], ofReadings: readonly number[]): number {
  return median(readings.map((reading, round) => reading / (ofReadings[round] ?? Number.NaN)))
}
