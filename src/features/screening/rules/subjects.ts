import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { HOME_COUNTRY } from '#features/applications/rules/wizard/countries.ts'
import { otherHolders } from '#features/due-diligence/rules/holder.ts'
import { neededCounterparty } from '#features/due-diligence/rules/funds.ts'
import type { SomeDrafts } from '#features/due-diligence/rules/drafts.ts'
import { readIdNumber } from '#base/rules/south-africa/id-number.ts'
import { foldName, isFoldable, mixesScripts } from './fold-name.ts'
import { nameKey } from './former-spellings.ts'
import { matchNames } from './match-names.ts'
import type { ScreenedRole } from '#features/due-diligence/rules/screened-roles.ts'
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

/** What the people of an application are read from. */
interface Declared {
  answers: Answers
  drafts: SomeDrafts
  /** The name of the client's user account. */
  accountName: string | null
}

const clientNames = ({ answers, drafts, accountName }: Declared) =>
  present([answers.fullName, accountName, ...(drafts.identity?.otherNames ?? []).map(({ name }) => name)])

/** The other parties of a role in the sources of funds and wealth whose names are needed. */
function counterparties(role: ScreenedRole): (declared: Declared) => Given[] {
  return ({ drafts: { funds } }) =>
    [...(funds?.sources ?? []), ...(funds?.wealth ?? [])].flatMap((row) =>
      neededCounterparty(row)?.role === role ? [{ names: [row.donor] }] : [],
    )
}

/** Whom each role is, with what is compared of them. */
const peopleOf: Readonly<Record<Exclude<ScreenedRole, 'staff'>, (declared: Declared) => Given[]>> = {
  client: (declared) => {
    const { answers, drafts } = declared
    const { citizenships = [], countryOfBirth } = drafts.identity ?? {}
    return [
      {
        names: clientNames(declared),
        births: [answers.dateOfBirth],
        countries: [answers.nationality === 'za' ? HOME_COUNTRY : null, ...citizenships, countryOfBirth],
        number: answers.idNumber,
      },
    ]
  },
  representative: ({ drafts: { identity } }) => {
    const { fullName, dateOfBirth, idNumber } = identity?.representative ?? {}
    return fullName === undefined ? [] : [{ names: [fullName], births: [dateOfBirth], number: idNumber }]
  },
  beneficiary: ({ drafts: { funds } }) => {
    if (funds?.purpose !== 'other' || funds.forWhom?.fullName === undefined) return []
    const { kind, fullName, dateOfBirth, registrationNumber } = funds.forWhom
    return kind === 'organisation'
      ? [{ names: [fullName], number: registrationNumber }]
      : [{ names: [fullName], births: [dateOfBirth] }]
  },
  'account-holder': (declared) => {
    const holder = declared.drafts.bank?.holder
    if (holder === undefined) return []
    return otherHolders(holder, clientNames(declared)).map((name) => ({ names: [name] }))
  },
  donor: counterparties('donor'),
  lender: counterparties('lender'),
  payer: counterparties('payer'),
  buyer: counterparties('buyer'),
  relative: ({ drafts: { exposure } }) =>
    exposure?.related === true
      ? (exposure.positions ?? []).flatMap(({ question, fullName, country }) =>
          question === 'related' ? [{ names: [fullName], countries: [country] }] : [],
        )
      : [],
}

/** The people of an application who are compared with lists, each once in each role. */
export function screenedPeople(
  declared: Declared,
  normalNumber: (number: string) => string,
): ScreenedPerson[] {
  return (Object.keys(peopleOf) as (keyof typeof peopleOf)[]).flatMap((role) => {
    const found = peopleOf[role](declared).filter(
      ({ names }) => role === 'client' || present(names).length > 0,
    )
    const byName = Map.groupBy(found, ({ names }) => nameKey(present(names)[0] ?? ''))
    return [...byName.values()].map((same) => screened(role, together(same), normalNumber))
  })
}

/** One person who is named several times. */
function together(same: readonly Given[]): Given {
  return {
    names: same.flatMap(({ names }) => names),
    births: same.flatMap(({ births = [] }) => births),
    countries: same.flatMap(({ countries = [] }) => countries),
    number: same.find(({ number }) => number)?.number,
  }
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

/** Names of which at least two words agree may be one name. */
const SPELLING = 0.75

/** Whether stored facts may be those of a person by another spelling, or by the same number of a document. */
export function isSpellingOf({ person: before }: ComparedFacts, { person: now }: ScreenedPerson): boolean {
  if (now.documents.some((number) => before.documents.includes(number))) return true
  return now.names.some((name) => before.names.some((one) => matchNames(name, one).score >= SPELLING))
}

/**
 * What is compared of someone: what is given, and each former spelling until it is dropped, so that no correction takes
 * a name out of the comparison (docs/decisions/0157).
 */
export function withFormerSpellings(given: ScreenedPerson, before: ComparedFacts | null): ComparedFacts {
  if (before === null) return { written: given.written, person: given.person, former: [] }
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
