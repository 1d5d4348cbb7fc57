import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { HOME_COUNTRY } from '#features/applications/rules/wizard/countries.ts'
import { isOwnHolder } from '#features/due-diligence/rules/implausible-facts.ts'
import { needsDonor } from '#features/due-diligence/rules/funds.ts'
import type { SomeDrafts } from '#features/due-diligence/rules/drafts.ts'
import { readIdNumber } from '#base/rules/south-africa/id-number.ts'
import { foldName, isFoldable, mixesScripts } from './fold-name.ts'
import type { ScreenedRole } from './hits.ts'
import type { Person } from './score.ts'

/** Someone who is compared with lists. */
export interface ScreenedPerson {
  role: ScreenedRole
  /** Names as they are written. */
  written: string[]
  person: Person
}

/**
 * Whether someone can't be compared with lists: no name is wholly in Latin letters, or one mixes them with another
 * script, so that the words that are compared are not those that are read.
 */
export function isUnreadable({ written }: Pick<ScreenedPerson, 'written'>): boolean {
  return !written.some(isFoldable) || written.some(mixesScripts)
}

interface Given {
  names: readonly (string | null | undefined)[]
  births?: readonly (string | null | undefined)[]
  countries?: readonly (string | null | undefined)[]
  number?: string | null | undefined
}

const present = (texts: readonly (string | null | undefined)[] = []) =>
  [...new Set(texts.filter((text) => text !== null && text !== undefined && text.trim() !== ''))] as string[]

function screened(
  role: ScreenedRole,
  { names, births, countries, number }: Given,
  normalNumber: (number: string) => string,
): ScreenedPerson {
  const written = present(names)
  const person = {
    names: present(written.map(foldName)),
    births: present(births),
    countries: present(countries),
    documents: present([number]).map(normalNumber),
    sex: readIdNumber(number ?? '')?.sex ?? null,
  }
  return { role, written, person }
}

/** What tells names apart: the name as it is compared, or as it is written where it has no Latin letters. */
export function nameKey(name: string): string {
  return foldName(name) || name.trim().toLowerCase()
}

/**
 * Why someone with earlier comparisons is not compared any more: donors of earlier releases were one subject.
 *
 * @param otherwise the text where it is no such subject
 */
export function formerText(
  { role, names }: { role: ScreenedRole; names: readonly string[] },
  otherwise: string,
): string {
  return role === 'donor' && new Set(names.map(nameKey)).size > 1
    ? 'These donors were compared together, before each donor was compared separately.'
    : otherwise
}

/**
 * The people of an application who are compared with lists: the client with all names, who acts for them, who owns the
 * account, and each donor of R 1 000 000 or more.
 *
 * @param accountName the name of the client's user account
 */
export function screenedPeople(
  { answers, drafts, accountName }: { answers: Answers; drafts: SomeDrafts; accountName: string | null },
  normalNumber: (number: string) => string,
): ScreenedPerson[] {
  const { identity, bank, funds } = drafts
  const client = screened(
    'client',
    {
      names: [answers.fullName, accountName, ...(identity?.otherNames ?? []).map(({ name }) => name)],
      births: [answers.dateOfBirth],
      countries: [
        answers.nationality === 'za' ? HOME_COUNTRY : null,
        ...(identity?.citizenships ?? []),
        identity?.countryOfBirth,
      ],
      number: answers.idNumber,
    },
    normalNumber,
  )
  const acting = identity?.representative
  const isOwn = bank?.ownAccount !== false && isOwnHolder({ answers, drafts })
  const holder = isOwn ? undefined : bank?.holder
  const donors = [...(funds?.sources ?? []), ...(funds?.wealth ?? [])].flatMap((row) =>
    needsDonor(row) ? present([row.donor]) : [],
  )
  return [
    client,
    ...(acting?.fullName === undefined
      ? []
      : [
          screened(
            'representative',
            { names: [acting.fullName], births: [acting.dateOfBirth], number: acting.idNumber },
            normalNumber,
          ),
        ]),
    ...(holder === undefined ? [] : [screened('account-holder', { names: [holder] }, normalNumber)]),
    ...[...Map.groupBy(donors, nameKey).values()].map((names) => screened('donor', { names }, normalNumber)),
  ]
}

/** A former spelling that an admin wants no longer compared, as recorded. */
export interface DroppedName {
  id: string
  name: string
  words: string
  /** Who asked. */
  by: string
  /** When it was dropped; null while a second person is asked, where they refused, and once it is given again. */
  droppedAt: string | null
}

/** What is compared of a person, with the spellings of before. */
export interface ComparedFacts extends Pick<ScreenedPerson, 'written' | 'person'> {
  former?: readonly string[]
  dropped?: readonly DroppedName[]
}

/**
 * What is compared of a client or a member of staff: what is given, and each former spelling until it is dropped, so that
 * no correction takes a name out of the comparison (docs/decisions/0157).
 */
export function withFormerSpellings(given: ScreenedPerson, before: ComparedFacts | null): ComparedFacts {
  if (before === null || (given.role !== 'client' && given.role !== 'staff'))
    return { written: given.written, person: given.person }
  const keys = new Set(given.written.map(nameKey))
  const dropped = (before.dropped ?? []).map((one) =>
    keys.has(nameKey(one.name)) ? { ...one, droppedAt: null } : one,
  )
  const left = new Set(dropped.flatMap(({ name, droppedAt }) => (droppedAt === null ? [] : nameKey(name))))
  const former = before.written.filter((name) => !keys.has(nameKey(name)) && !left.has(nameKey(name)))
  return {
    written: [...given.written, ...former],
    person: { ...given.person, names: present([...given.person.names, ...former.map(foldName)]) },
    former,
    dropped,
  }
}

/** A member of staff, by the name of the account: the product knows no birth or document of staff. */
export function screenedStaff(fullName: string | null): ScreenedPerson {
  return screened('staff', { names: [fullName] }, (number) => number)
}
