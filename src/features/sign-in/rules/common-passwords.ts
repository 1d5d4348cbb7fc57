import { shortenedList } from './common-passwords.list.ts'

let known: ReadonlySet<string> | undefined

function unfold(list: string): ReadonlySet<string> {
  const passwords = new Set<string>()
  let before = ''
  for (const entry of list.split(' ')) {
    before = before.slice(0, Number(entry[0])) + entry.slice(1)
    passwords.add(before)
  }
  return passwords
}

/**
 * The 10,000 most common passwords of at least six characters, and the most common of twelve or more, in lower case.
 * Decompressed on first use.
 */
export function commonPasswords(): ReadonlySet<string> {
  known ??= unfold(shortenedList)
  return known
}
