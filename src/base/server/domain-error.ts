import type { ProblemBody, ProblemCode, ProblemError } from '#base/rules/api/problem.ts'

/** Kinds of expected errors. `http/` maps them to statuses. */
export type DomainErrorKind =
  | 'invalid'
  | 'signed-out'
  | 'forbidden'
  | 'not-found'
  | 'wrong-method'
  | 'conflict'
  | 'gone'
  | 'stale'
  | 'incomplete'
  | 'locked'
  | 'key-reused'
  | 'too-large'
  | 'wrong-type'
  | 'throttled'
  | 'unavailable'

interface ErrorFacts {
  code?: ProblemCode
  errors?: ProblemError[]
  /** For a status conflict: the current status, and the caller's possible actions. */
  current?: ProblemBody['current']
  /** The existing account, if it is in the caller's scope. */
  existing?: ProblemBody['existing']
  retryAfterSeconds?: number
  /** The underlying error, for the log only. */
  cause?: unknown
}

/** An expected error with a plain message for the user. Throwing it rolls the transaction back. */
export class DomainError extends Error {
  readonly kind: DomainErrorKind
  readonly code: ProblemCode | undefined
  readonly errors: ProblemError[] | undefined
  readonly current: ProblemBody['current']
  readonly existing: ProblemBody['existing']
  readonly retryAfterSeconds: number | undefined

  constructor(kind: DomainErrorKind, detail: string, facts: ErrorFacts = {}) {
    super(detail, { cause: facts.cause })
    this.name = 'DomainError'
    this.kind = kind
    this.code = facts.code
    this.errors = facts.errors
    this.current = facts.current
    this.existing = facts.existing
    this.retryAfterSeconds = facts.retryAfterSeconds
  }
}

/** There is no session, or it has ended. */
export function signedOut(): DomainError {
  return new DomainError('signed-out', 'Please sign in.', { code: 'signed-out' })
}

/** For missing objects and those outside the caller's scope: the same message. */
export function notFound(): DomainError {
  return new DomainError('not-found', 'We can’t find that, or you don’t have access to it.')
}

/** The rejected items of a bulk operation by id, with their errors. */
export type RejectedItems = ReadonlyMap<string, DomainError>

/** Throws the first error, if any: the operation needs all items. */
export function throwFirst(refused: RejectedItems): void {
  const [first] = refused.values()
  if (first !== undefined) throw first
}
