/** The four roles (specification section 6). */
export const roles = ['system_administrator', 'admin', 'wealth_manager', 'client'] as const
export type Role = (typeof roles)[number]

/** Display names of the roles. */
export const roleLabels = {
  system_administrator: 'System Administrator',
  admin: 'Admin',
  wealth_manager: 'Wealth Manager',
  client: 'Client',
} as const satisfies Record<Role, string>

/** Display names of who acts: a program is no role, and has an API token instead of an account. */
export const actorLabels = { ...roleLabels, machine: 'A program of the firm' } as const

export type ActorRole = keyof typeof actorLabels

export const actorRoles = Object.keys(actorLabels) as [ActorRole, ...ActorRole[]]

const homes = {
  system_administrator: '/system-admin',
  admin: '/admin',
  wealth_manager: '/wealth-manager',
  client: '/',
} as const satisfies Record<Role, string>

/** A role's start page, after sign-in and for Back to Dashboard (decisions, "Sign-in"). */
export function homeFor(role: Role): (typeof homes)[Role] {
  return homes[role]
}

/** Staff see the support contact in the footer, have shorter sessions, and no application of their own. */
export function isStaff(role: Role): boolean {
  return role !== 'client'
}
