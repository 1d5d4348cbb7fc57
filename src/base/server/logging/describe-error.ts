/** An error as it may be logged: kind and code location, without values. */
export interface DescribedError {
  type: string
  message: string
  /** Stack frames, without the message that engines put before them. */
  stack: string
  cause?: DescribedError
  errors?: DescribedError[]
  [field: string]: unknown
}

/** Safe properties of errors: names and kinds, never values. All others are dropped. */
const FIELDS = [
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'statusCode',
  'responseCode',
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
] as const
const PLAIN_TOKEN = /^[\w.:*-]{1,80}$/u

/**
 * SQLSTATE classes (PostgreSQL documentation, appendix A) whose messages contain only names of tables, constraints and
 * states. Others may quote values: "invalid input syntax for type date: ...".
 */
const VALUE_FREE_CLASSES = new Set('08 23 25 28 3D 40 42 53 54 55 57 58'.split(' '))

/** The query builder appends parameter values to a statement, up to the end. */
const PARAMETERS = /\bparams:/u
/** A mail address, or another text without these separators. */
const WORD = /[^\s"'<>()[\]{},;:=]+/gu
const NUMBER_OR_NAME = /\+?[\w-]+/gu
/** Numbers that may be personal: identity, tax, telephone, account. */
const LONG_NUMBER = /^\+?\d{9,}$/u
/** Quotes of the parsed text in a parser's message. */
const QUOTED_BY_PARSER = /['"`][\s\S]*$/u
const STACK_LINE = /^ {4}at /u
const CODE_LOCATION = /(?:^ {4}at (?:async )?| \()(?:file:\/\/|node:|\/|[A-Z]:\\|<anonymous>|index \d+\))/u
const MAX_CHARACTERS = 4000
const DEEPEST_CAUSE = 5
const MAX_ERRORS = 10

/** Text for the log without personal data: statement parameters, mail addresses, long numbers. */
export function withoutPersons(text: string): string {
  return withoutParameters(text)
    .replaceAll(WORD, (word) => (word.includes('@') ? '…' : word))
    .replaceAll(NUMBER_OR_NAME, (name) => (LONG_NUMBER.test(name) ? '…' : name))
}

function withoutParameters(text: string): string {
  const at = text.search(PARAMETERS)
  return (at === -1 ? text : text.slice(0, at).trimEnd()).slice(0, MAX_CHARACTERS)
}

/**
 * Describes an error for the log: kind, message without values, stack frames, causes. Properties are allowlisted, so
 * query parameters, PostgreSQL's `detail` ("Failing row contains ..."), raw packets and new library properties are
 * dropped.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'No error was thrown.', stack: '' }
  const fields = FIELDS.map((name) => [name, fieldOf(error, name)] as const)
  const goesOn = depth < DEEPEST_CAUSE
  return {
    type: error.name,
    message: withoutPersons(messageOf(error)),
    stack: stackFramesIn(error.stack),
    ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)),
    ...(goesOn && error.cause !== undefined && { cause: describeError(error.cause, depth + 1) }),
    ...(goesOn &&
      error instanceof AggregateError && {
        errors: error.errors.slice(0, MAX_ERRORS).map((one: unknown) => describeError(one, depth + 1)),
      }),
  }
}

/**
 * An error's reason for an operator: for a failed statement, the cause without values. Our own messages are unchanged.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return describeError(error).message
  if (error.message.startsWith('Failed query') && error.cause !== undefined) return reasonOf(error.cause)
  // `fetch` says no more than that it failed.
  if (error.message === 'fetch failed' && error.cause !== undefined) return reasonOf(error.cause)
  // Of several addresses that were tried, each failed.
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  return messageOf(error)
}

/** A copy of an error without values, for code that stores it. */
export function withoutValues(error: unknown): Error {
  return new Error(withoutPersons(reasonOf(error)))
}

function messageOf(error: Error): string {
  const sqlState = sqlStateOf(error)
  if (sqlState !== null && !VALUE_FREE_CLASSES.has(sqlState.slice(0, 2)))
    return `PostgreSQL refused it: ${sqlState}`
  if (error instanceof SyntaxError) return error.message.replace(QUOTED_BY_PARSER, '…')
  return withoutParameters(error.message)
}

function sqlStateOf(error: Error): string | null {
  const isFromDatabase = 'severity' in error && 'code' in error && typeof error.code === 'string'
  return isFromDatabase ? String(error.code) : null
}

function fieldOf(error: Error, name: (typeof FIELDS)[number]): unknown {
  const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value
  if (typeof value === 'number') return value
  return typeof value === 'string' && PLAIN_TOKEN.test(value) ? value : undefined
}

/** The stack frames at the end: the lines before are the message, which may contain anything. */
function stackFramesIn(stack: string | undefined): string {
  const lines = stack?.split('\n') ?? []
  const lastOfMessage = lines.findLastIndex((line) => !STACK_LINE.test(line) || !CODE_LOCATION.test(line))
  return lines.slice(lastOfMessage + 1).join('\n')
}
