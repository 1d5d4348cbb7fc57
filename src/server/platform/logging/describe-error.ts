/** An error as it may be written down: what went wrong and where, and none of the values that it went wrong with. */
export interface DescribedError {
  type: string
  message: string
  /** Where it was thrown: places in the code, without the message that engines put before them. */
  stack: string
  cause?: DescribedError
  errors?: DescribedError[]
  [field: string]: unknown
}

/** What errors carry besides their message that names a place or a kind, and never a value. All else stays out. */
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
 * The classes of SQLSTATE (PostgreSQL's documentation, appendix A) whose messages name tables, constraints and states.
 * Those of all others may quote what was sent: "invalid input syntax for type date: ...".
 */
const VALUE_FREE_CLASSES = new Set('08 23 25 28 3D 40 42 53 54 55 57 58'.split(' '))

/** What the query builder puts after a statement: everything that was sent with it, to the end. */
const PARAMETERS = /\s*\bparams:[\s\S]*$/u
const MAIL_ADDRESS = /[^\s"'<>()[\]{},;:=]+@[^\s"'<>()[\]{},;:=]+/gu
/** Numbers that may be somebody's: identity, tax, telephone, account. */
const LONG_NUMBER = /(?<![\w-])\+?\d{9,}(?![\w-])/gu
/** What a parser quotes of what it could not read. */
const QUOTED_BY_PARSER = /['"`][\s\S]*$/u
const STACK_LINE = /^ {4}at (?:async )?(?:.+ \()?(?:file:\/\/|node:|\/|[A-Z]:\\|<anonymous>|index \d+\)).*$/u
const MAX_CHARACTERS = 4000
const DEEPEST_CAUSE = 5
const MAX_ERRORS = 10

/** A text for the log, without what tells of a person: parameters of statements, mail addresses, long numbers. */
export function withoutPersons(text: string): string {
  return withoutParameters(text).replaceAll(MAIL_ADDRESS, '…').replaceAll(LONG_NUMBER, '…')
}

function withoutParameters(text: string): string {
  return text.replace(PARAMETERS, '').slice(0, MAX_CHARACTERS)
}

/**
 * Describes whatever was thrown, for the log or for anything else that keeps errors: its kind, a message without values,
 * the places in the code, its causes. Fields are taken by name: the parameters of a query, PostgreSQL's `detail` ("Failing
 * row contains ..."), a packet as it came, and whatever a library adds next year stay out.
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
 * What went wrong, for whoever typed a command: of a statement that failed, why it did, and not with which values. What the
 * message of an error of ours says, it says.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return describeError(error).message
  return error.message.startsWith('Failed query') && error.cause !== undefined
    ? reasonOf(error.cause)
    : messageOf(error)
}

/** An error to hand on to what keeps whatever it is handed: why it failed, and nothing of the one that it stands for. */
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

/** The lines at the end that are places: whatever stands before them is the message, which may hold anything. */
function stackFramesIn(stack: string | undefined): string {
  const lines = stack?.split('\n') ?? []
  const lastOfMessage = lines.findLastIndex((line) => !STACK_LINE.test(line))
  return lines.slice(lastOfMessage + 1).join('\n')
}
