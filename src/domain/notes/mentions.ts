/** The most people whom one note mentions. */
export const MAX_MENTIONS = 20

/** Somebody who can be mentioned. */
interface Named {
  id: string
  name: string
}

/** What follows a name that is meant as a whole: not the rest of a longer word. */
const WORD = /[\p{L}\p{M}\p{N}]/u
const BEGUN = /(?:^|[\s(])@(?<typed>[^@\n]{0,40})$/u

/** Who is mentioned in a text, as "@Naledi Khumalo": of names that begin alike the longest that fits, each person once. */
export function mentionedIn(text: string, people: readonly Named[]): string[] {
  const longestFirst = people.toSorted((one, other) => other.name.length - one.name.length)
  const found = new Set<string>()
  for (const { index } of text.matchAll(/@/gu)) {
    const rest = text.slice(index + 1)
    const fits = ({ name }: Named) => rest.startsWith(name) && !WORD.test(rest.charAt(name.length))
    const longest = longestFirst.find(fits)?.name
    for (const { id, name } of people) if (name === longest) found.add(id)
  }
  return [...found]
}

/** A name that somebody is typing. */
export interface BegunMention {
  /** Where its @ stands. */
  at: number
  typed: string
}

/** The name that is being typed where the text ends; null where none is. */
export function begunMention(before: string): BegunMention | null {
  const typed = BEGUN.exec(before)?.groups?.['typed']
  return typed === undefined ? null : { at: before.length - typed.length - 1, typed }
}

/** The people whose name has a word that begins with what is typed. */
export function matching<Person extends Named>(people: readonly Person[], typed: string): Person[] {
  const wanted = typed.toLocaleLowerCase()
  return people.filter(({ name }) => {
    const lower = name.toLocaleLowerCase()
    return lower.startsWith(wanted) || lower.includes(` ${wanted}`)
  })
}
