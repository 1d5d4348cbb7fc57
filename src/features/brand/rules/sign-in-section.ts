import { isStaff, roles, type Role } from '#features/access/rules/roles.ts'
import type { FirmField } from './field.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const idle = (whose: string, min: number, max: number): FirmField => ({
  label: `${whose}: minutes without activity`,
  hint: `${min} to ${max}. Then the user is signed out. A shorter limit applies to open sessions as well.`,
  kind: 'count',
  min,
  max,
})

const absolute = (whose: string, max: number): FirmField => ({
  label: `${whose}: hours in total`,
  hint: `1 to ${max}. A session ends after this time, however busy. Applies to new sessions.`,
  kind: 'count',
  max,
})

/** Sign-in, as a section of the firm's settings. */
export const signInSection = {
  title: 'Sign-in',
  description: 'Who may register, whether staff need an authenticator app, and how long sessions last.',
  fields: {
    selfRegistration: {
      label: 'Self-registration',
      hint: 'Whether visitors may create a client account themselves.',
      kind: 'choice',
      choices: { off: 'By invitation only', on: 'Anyone may register' },
    } as FirmField,
    secondFactor: {
      label: 'Second factor for staff',
      kind: 'choice',
      choices: {
        optional: 'Optional',
        administrators: 'Required for administrators',
        required: 'Required for all staff',
      },
    } as FirmField,
    staffIdle: idle('Staff', 5, 60),
    staffAbsolute: absolute('Staff', 16),
    clientIdle: idle('Clients', 10, 240),
    clientAbsolute: absolute('Clients', 24),
  },
} as const

/** The session limits of the decisions ("Session"). */
export const signInDefaults = {
  staffIdle: '30',
  staffAbsolute: '12',
  clientIdle: '120',
  clientAbsolute: '24',
} as const

/** The roles that must set up a second factor before anything else. @param policy a choice of `secondFactor` */
export function secondFactorRolesOf(policy: string): readonly Role[] {
  if (policy === 'required') return roles.filter(isStaff)
  return policy === 'administrators' ? ['system_administrator', 'admin'] : []
}

/** Duration of a session, in milliseconds. */
export interface SessionLimits {
  /** Without a request. */
  idleMs: number
  /** In total. */
  absoluteMs: number
}

/** The limits for each role. */
export function sessionLimitsOf(
  signIn: Readonly<Record<keyof typeof signInDefaults, string>>,
): Readonly<Record<Role, SessionLimits>> {
  const limits = (idleMinutes: string, hours: string): SessionLimits => ({
    idleMs: Number(idleMinutes) * MINUTE_MS,
    absoluteMs: Number(hours) * HOUR_MS,
  })
  const staff = limits(signIn.staffIdle, signIn.staffAbsolute)
  const client = limits(signIn.clientIdle, signIn.clientAbsolute)
  return { system_administrator: staff, admin: staff, wealth_manager: staff, client }
}
