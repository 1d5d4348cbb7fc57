import { foldText } from '#base/rules/input/fold-text.ts'

/** A wealth manager as far as their names go. */
interface Named {
  name: string
  username: string
}

/**
 * The wealth manager that a text in a file means: by name or address, by initial and surname, by first name and initial,
 * or by first name or surname alone.
 *
 * @returns undefined where it is none of them, or more than one
 */
export function managerNamed<Manager extends Named>(
  managers: readonly Manager[],
  text: string,
): Manager | undefined {
  const wanted = keyOf(text)
  const whole = managers.filter(({ name, username }) => [keyOf(name), keyOf(username)].includes(wanted))
  const found = whole.length > 0 ? whole : managers.filter(({ name }) => shortNames(name).includes(wanted))
  return found.length === 1 ? found[0] : undefined
}

const keyOf = (text: string) => foldText(text).replaceAll('.', ' ').replaceAll(/\s+/gu, ' ').trim()

/** Of "Johan van Wyk": "j van wyk", "j wyk", "johan v", "johan w", "johan", "van wyk" and "wyk". */
function shortNames(name: string): string[] {
  const [first = '', ...others] = keyOf(name).split(' ')
  const initial = first.slice(0, 1)
  const surnames = others.length === 0 ? [] : [others.join(' '), others.at(-1) ?? '']
  return [
    first,
    ...surnames.flatMap((surname) => [surname, `${initial} ${surname}`, `${first} ${surname.slice(0, 1)}`]),
  ]
}
