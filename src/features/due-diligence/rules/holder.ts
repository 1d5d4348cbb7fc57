/** Words that are no name on their own: one of them alone does not name a person. */
const PARTICLES: ReadonlySet<string> = new Set(
  'van von der den de du di da dos le la el al bin ibn ben ter ten te und'.split(' '),
)
const TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms miss mx dr prof rev adv mnr mev mej me hon the past'.split(' '),
)

/** Between the people of a joint account. */
const JOINTS = /[&/+,]|\b(?:and|en|or)\b/iu

/** The words of a name, without accents, apostrophes and points. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFD')
    .replaceAll(/[\p{M}'’‘`´]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** "O'Brien" is one word or two. */
const spellingsOf = (name: string) => [wordsOf(name), wordsOf(name.replaceAll(/['’‘`´]/gu, ' '))]

/**
 * Whether a word is written with neighbouring words of a name, each whole or as its initial: "merwe", "jp" or "vdmerwe" of
 * Johannes Petrus van der Merwe.
 *
 * @returns `whole` where it has one name that is whole, `initials` where it has none, null where it is another word
 */
function spelledWith(word: string, name: readonly string[]): 'whole' | 'initials' | null {
  const from = (rest: string, at: number): 'whole' | 'initials' | null => {
    if (rest === '') return 'initials'
    const next = name[at]
    if (next === undefined) return null
    const whole = rest.startsWith(next) ? from(rest.slice(next.length), at + 1) : null
    if (whole !== null) return next.length > 1 && !PARTICLES.has(next) ? 'whole' : whole
    return rest.startsWith(next.charAt(0)) ? from(rest.slice(1), at + 1) : null
  }
  const found = name.map((_, at) => from(word, at))
  return found.find((one) => one === 'whole') ?? found.find((one) => one !== null) ?? null
}

function isNamed(person: readonly string[], names: readonly string[][]): boolean {
  const spelled = person.map((word) => {
    const found = names.map((name) => spelledWith(word, name))
    return found.find((one) => one === 'whole') ?? found.find((one) => one !== null) ?? null
  })
  return spelled.every((one) => one !== null) && spelled.includes('whole')
}

/** Whether a word may be of a surname: no initial, and no title. */
const isWhole = (word: string) => word.length > 1 && !TITLES.has(word)

/**
 * Whether the holder of an account is the client, as banks write names: each word is a name, an initial or a run of initials
 * of the client's names together, and one name is whole. One person of a joint account suffices.
 *
 * @param names the client's names, maiden and former ones too
 */
export function isHolder(holder: string, names: readonly string[]): boolean {
  const known = names.flatMap(spellingsOf)
  const people = holder.split(JOINTS).map((person) => spellingsOf(person))
  const surname = people.at(-1)?.[0]?.filter(isWhole) ?? []
  return people.some((spellings) =>
    spellings.some((words) => {
      const person = words.filter((word) => !TITLES.has(word))
      // "J & M van der Merwe": the first has the surname of the last.
      return (
        person.length > 0 &&
        (isNamed(person, known) ||
          (people.length > 1 &&
            person.every((word) => word.length < 3) &&
            isNamed([...person, ...surname], known)))
      )
    }),
  )
}

/** The holders of an account who are not the client: of a joint account, the others. */
export function otherHolders(holder: string, names: readonly string[]): string[] {
  if (!isHolder(holder, names)) return [holder]
  // "Van der Merwe, J P" is one person.
  const people = holder
    .replaceAll(',', ' ')
    .split(JOINTS)
    .map((person) => person.trim())
  if (people.length === 1) return []
  const surname = wordsOf(people.at(-1) ?? '').filter(isWhole)
  const isClient = (person: string) =>
    isHolder(person, names) || isHolder([person, ...surname].join(' '), names)
  return people.filter((person) => person !== '' && !isClient(person))
}
