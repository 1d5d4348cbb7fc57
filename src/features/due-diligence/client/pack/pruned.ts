/** A draft without the fields that nothing was entered in. Rows stay, so that their positions do. */
export function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== '').map((one: unknown) => pruned(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined && one !== null && one !== '')
      .map(([name, one]) => [name, pruned(one)]),
  )
}
