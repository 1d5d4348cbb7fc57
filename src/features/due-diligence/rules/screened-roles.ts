interface Role {
  label: string
  /** The kinds of entries that this role is compared with: holders, donors and the like may be organisations. */
  kinds: readonly ('person' | 'organisation')[]
  /** A confirmed match with the United Nations' list prohibits the relationship (FICA, sections 26A to 26C). */
  prohibits: boolean
}

const people = ['person'] as const
const anyone = ['person', 'organisation'] as const

/** Whom a firm compares with lists: for one application, and its staff. Their names and facts: `subjects.ts`. */
export const roles = {
  client: { label: 'Client', kinds: people, prohibits: true },
  representative: { label: 'Acts for the client', kinds: people, prohibits: true },
  beneficiary: { label: 'Money is for', kinds: anyone, prohibits: true },
  'account-holder': { label: 'Holder of the bank account', kinds: anyone, prohibits: true },
  donor: { label: 'Gave money to the client', kinds: anyone, prohibits: true },
  lender: { label: 'Lent money to the client', kinds: anyone, prohibits: true },
  payer: { label: 'Paid the client', kinds: anyone, prohibits: true },
  buyer: { label: 'Bought from the client', kinds: anyone, prohibits: true },
  relative: { label: 'Relative or associate of the client', kinds: people, prohibits: false },
  staff: { label: 'Member of staff', kinds: people, prohibits: false },
} as const satisfies Record<string, Role>

export type ScreenedRole = keyof typeof roles
export const screenedRoleNames = Object.keys(roles) as [ScreenedRole, ...ScreenedRole[]]
export const prohibitingRoles = screenedRoleNames.filter((role) => roles[role].prohibits)

/** The roles that are compared with a kind of entry. */
export function rolesComparedWith(kind: string): ScreenedRole[] {
  return screenedRoleNames.filter((role) => (roles[role].kinds as readonly string[]).includes(kind))
}
