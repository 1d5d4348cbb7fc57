/** The lists that clients are compared with. */
export const listSources = {
  UN: { label: 'United Nations', duty: true },
  OFAC: { label: 'OFAC (United States)', duty: false },
  EU: { label: 'European Union', duty: false },
  UK: { label: 'United Kingdom', duty: false },
  FIRM: { label: 'Own list', duty: false },
} as const satisfies Record<string, { label: string; duty: boolean }>

export type ListSource = keyof typeof listSources
export const listSourceNames = Object.keys(listSources) as [ListSource, ...ListSource[]]

export const nameQualities = ['primary', 'strong', 'weak'] as const
/** How good a name on a list is; `weak` by the list's own word. */
export type NameQuality = (typeof nameQualities)[number]

export type Sex = 'female' | 'male'

/** A birth as a list gives it. */
export interface ListedBirth {
  /** Years, both included; equal for one year. */
  from: number
  to: number
  /** yyyy-MM-dd, where the list has the day. */
  day?: string | undefined
  /** The list says "approximately". */
  about?: boolean | undefined
}

/** What an entry is. Ships and aircraft are stored, and compared with no one. */
export const entryKinds = {
  person: { one: 'person', many: 'people' },
  organisation: { one: 'organisation', many: 'organisations' },
  ship: { one: 'ship', many: 'ships' },
  aircraft: { one: 'aircraft', many: 'aircraft' },
} as const
export type EntryKind = keyof typeof entryKinds
export const entryKindNames = Object.keys(entryKinds) as [EntryKind, ...EntryKind[]]

/** What a list says of an entry beside what is compared, in the order in which it is shown. */
export const entryDetails = {
  reference: 'Reference (as a report to the FIC asks)',
  title: 'Title',
  position: 'Position',
  birthTown: 'Place of birth',
  addresses: 'Address',
  originalScript: 'Original script',
  listedOn: 'Listed on',
  changedOn: 'Last changed',
  file: 'Line of the file',
} as const
export type EntryDetail = keyof typeof entryDetails
export const entryDetailNames = Object.keys(entryDetails) as [EntryDetail, ...EntryDetail[]]
export type EntryDetails = Partial<Record<EntryDetail, string[]>>

/** An entry on a list. */
export interface ListEntry {
  /** The list's own id. */
  uid: string
  kind: EntryKind
  names: readonly { name: string; quality: NameQuality }[]
  births: readonly ListedBirth[]
  /** As the list writes them. */
  countries: readonly string[]
  documents: readonly string[]
  sex?: Sex | null | undefined
  programme: string
  remarks: string
  details: EntryDetails
}
