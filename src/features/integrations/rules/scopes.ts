/** Scopes of API tokens: what a program may read. There is none that changes anything. */
export const scopeLabels = {
  'applications.list': 'List applications, with name, email address and mobile number',
  'application.review': 'Read an application’s answers',
  'document.read': 'Download documents',
  'events.read': 'Read events',
  'application.identity': 'See ID, passport and tax numbers',
} as const

export type TokenScope = keyof typeof scopeLabels

export const tokenScopes = Object.keys(scopeLabels) as [TokenScope, ...TokenScope[]]

/** A program with an API token, as its token's row says at this request. */
export interface Machine {
  tokenId: string
  scopes: readonly TokenScope[]
  /** The clients of one wealth manager, or all. A missing manager leaves none. */
  clients: 'all' | { managerId: string | null }
}

/** Whether a program may make a call of this scope; `null`: any token suffices. */
export function machineMay({ scopes }: Pick<Machine, 'scopes'>, scope: TokenScope | null): boolean {
  return scope === null || scopes.includes(scope)
}

/** How long a token may be valid, in days. There is no token without an end. */
export const tokenDays = [30, 90, 365] as const
