import type { ProblemBody, ProblemCode, ProblemError } from '#domain/api/problem.ts'

/** The ways in which the product says no. What each means over HTTP is the business of `http/`. */
export type DomainErrorKind =
  | 'invalid'
  | 'signed-out'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
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
  /** The status that stood in the way, and what the caller can do to it. */
  current?: ProblemBody['current']
  /** Who has the account already, where the caller reaches them. */
  existing?: ProblemBody['existing']
  retryAfterSeconds?: number
  /** What went wrong behind it, for the log alone. */
  cause?: unknown
}

/**
 * An expected no, with plain words that say what to do. Thrown, so that a transaction around it rolls back.
 */
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

/** The caller is not signed in, or the session has ended. */
export function signedOut(): DomainError {
  return new DomainError('signed-out', 'Please sign in.', { code: 'signed-out' })
}

/** What does not exist, and what lies outside the caller's reach: the same words for both. */
export function notFound(): DomainError {
  return new DomainError('not-found', 'We can’t find that, or you don’t have access to it.')
}

/** Who is refused of several that something is done to, by their ids, and why. */
export type RejectedItems = ReadonlyMap<string, DomainError>

/** What is done to several was to be done to all of them. @throws the first no, where there is one */
export function throwFirst(refused: RejectedItems): void {
  const [first] = refused.values()
  if (first !== undefined) throw first
}
