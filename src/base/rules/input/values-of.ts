/** The values of a choice table, for a schema. */
export function valuesOf<Key extends string>(choices: Readonly<Record<Key, string>>): [Key, ...Key[]] {
  return Object.keys(choices) as [Key, ...Key[]]
}
