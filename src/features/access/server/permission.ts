import {
  decide,
  type Decision,
  type Subject,
  type Caller,
} from '#features/access/rules/authorisation/decide.ts'
import type { Action } from '#features/access/rules/authorisation/permissions.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { DomainError, notFound, signedOut } from '#base/server/domain-error.ts'

/** Errors for each denial; `not-now` has a message per action. */
const deniedErrors = {
  'signed-out': signedOut,
  'password-first': () =>
    new DomainError('forbidden', 'Please choose a new password first.', { code: 'password-change-required' }),
  'confirmation-first': () =>
    new DomainError('forbidden', 'Please confirm your email address first.', {
      code: 'address-confirmation-required',
    }),
  'second-factor-first': () =>
    new DomainError('forbidden', 'Please enter the code of your authenticator first.', {
      code: 'second-factor-required',
    }),
  'enrolment-first': () =>
    new DomainError('forbidden', 'Please set up your authenticator first.', {
      code: 'second-factor-set-up-required',
    }),
  'not-for-this-role': () => new DomainError('forbidden', 'Your role doesn’t allow this.'),
  'out-of-scope': notFound,
} as const satisfies Record<Exclude<Decision, 'yes' | 'not-now'>, () => DomainError>

/** The application columns that permissions depend on. */
export interface Owned {
  userId: string
  wealthManagerId: string | null
  status: ApplicationStatus
}

function subjectOf({ userId, wealthManagerId, status }: Owned): Subject {
  return { clientId: userId, managerId: wealthManagerId, status }
}

/**
 * Requires permission for an action on any object, before one is loaded.
 *
 * @throws DomainError signed-out (401), forbidden (403)
 */
export function requirePermission<SomeCaller extends Caller>(
  caller: SomeCaller | null,
  action: Action,
): SomeCaller {
  if (caller === null) throw signedOut()
  const decision = decide(caller, action)
  if (decision === 'yes' || decision === 'not-now') return caller
  throw deniedErrors[decision]()
}

/**
 * Whether the application's status allows an action now.
 *
 * @throws DomainError for every other denial: not-found if out of scope, as if it did not exist
 */
export function isAllowedNow(caller: Caller, action: Action, application: Owned): boolean {
  const decision = decide(caller, action, subjectOf(application))
  if (decision === 'yes' || decision === 'not-now') return decision === 'yes'
  throw deniedErrors[decision]()
}
