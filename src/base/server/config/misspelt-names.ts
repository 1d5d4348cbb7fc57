/** Prefixes that no other program uses: an unknown variable with one of them is a mistake. */
const OWN_PREFIXES =
  /^(?:AUDIT_ANCHOR|BACKUP_KEEP|BRAND_|CLAMD_|DEMO_|ENCRYPTION_|KEEP_REMOVED|METRICS_|MIN_FREE|OTLP_|REQUIRE_SECOND|S3_|SEAL_|SELF_REG|SHUTDOWN_PAUSE|SMTP_|TRUST_PROX|UNDO_)/u

/** Container platforms set these for each service, such as `SMTP_PORT_25_TCP`. */
const OF_PLATFORM = /_(?:SERVICE_HOST|PORT|NAME)$|_SERVICE_PORT|_PORT_\d+_(?:TCP|UDP)|_ENV_/u

/** Short names are close to many others: `HOME` and `HOST`. */
const MIN_LENGTH_TO_COMPARE = 6
const MIN_LENGTH_FOR_TWO = 9

/** A set variable that is not a setting. */
interface Misspelt {
  name: string
  /** The setting with the closest name. */
  meant: string | null
}

/** Variables that were probably meant as settings: similar to the name of one, or with one of {@link OWN_PREFIXES}. */
export function misspeltNames(names: readonly string[], known: readonly string[]): Misspelt[] {
  const settings = new Set(known)
  return names
    .filter((name) => !settings.has(name) && !OF_PLATFORM.test(name))
    .map((name) => ({ name, meant: closest(name, known) }))
    .filter(({ name, meant }) => meant !== null || OWN_PREFIXES.test(name))
}

function closest(name: string, known: readonly string[]): string | null {
  if (name.length < MIN_LENGTH_TO_COMPARE) return null
  const allowed = name.length < MIN_LENGTH_FOR_TWO ? 1 : 2
  const near = known
    .map((setting) => ({ setting, distance: editDistance(name.toUpperCase(), setting) }))
    .filter(({ distance }) => distance <= allowed)
    .toSorted((one, other) => one.distance - other.distance)
  return near[0]?.setting ?? null
}

/** Levenshtein distance: the number of letters to insert, delete or replace. */
function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1]
    for (const [column, opposite] of [...other].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === opposite ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
