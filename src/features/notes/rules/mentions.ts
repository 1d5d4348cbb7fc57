/** Maximum mentions per note. */
export const MAX_MENTIONS = 20

/** A user that can be mentioned. */
interface Named {
  id: string
  name: string
}

/** A name must not be followed by these, which would continue a word. */
const WORD = /[\p{L}\p{M}\p{N}]/u
const BEGUN = /(?:^|[\s(])@(?<typed>[^@\n]{0,40})$/u

/** The users mentioned in a text, as "@Naledi Khumalo": the longest matching name wins, each user once. */
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

/** A name being typed. */
export interface BegunMention {
  /** Index of its @. */
  at: number
  typed: string
}

/** The name being typed at the end of the text; null for none. */
export function begunMention(before: string): BegunMention | null {
  const typed = BEGUN.exec(before)?.groups?.['typed']
  return typed === undefined ? null : { at: before.length - typed.length - 1, typed }
}

/** People with a name part that begins with the typed text. */
export function matching<Person extends Named>(people: readonly Person[], typed: string): Person[] {
  const wanted = typed.toLocaleLowerCase()
  return people.filter(({ name }) => {
    const lower = name.toLocaleLowerCase()
    return lower.startsWith(wanted) || lower.includes(` ${wanted}`)
  })
}
