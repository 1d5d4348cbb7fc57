/** Options of a select or radio group. */
export function optionsOf(choices: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(choices).map(([value, label]) => ({ value, label }))
}

/** The option of a control's value; null for none. */
export function chosen<Key extends string>(
  choices: Readonly<Record<Key, string>>,
  value: string | null,
): Key | null {
  return value !== null && isKeyOf(choices, value) ? value : null
}

function isKeyOf<Key extends string>(choices: Readonly<Record<Key, string>>, value: string): value is Key {
  return Object.hasOwn(choices, value)
}
