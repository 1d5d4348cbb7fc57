import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { heardLog } from '#test/support/heard-log.ts'

const ID_NUMBER = '8903125012089'
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g'
const SECRETS = [ID_NUMBER, HASH, 'Thandi Mokoena', 'thandi@test.example', 'on the sanctions list']

/** A PostgreSQL error of a rejected row, as the driver creates it. */
function fromPostgres(code: string, message: string): Error {
  return Object.assign(new Error(message), {
    severity: 'ERROR',
    code,
    table: 'users',
    constraint: 'users_username_unique',
    detail: `Failing row contains (${SECRETS.join(', ')}).`,
    where: `unnamed portal parameter $1 = '${HASH}'`,
    internalQuery: `select '${HASH}'`,
  })
}

function failedQuery(cause: Error): Error {
  return new DrizzleQueryError('insert into "users" values ($1, $2)', SECRETS, cause)
}

/** A message that looks like the end of a stack. */
const disguised = new Error(`Failed query: select $1
params: ${HASH}
    at ${ID_NUMBER} (Thandi Mokoena)`)

const parsing = (() => {
  try {
    return JSON.parse(`Thandi Mokoena`) as Error
  } catch (error) {
    return error as Error
  }
})()

const errors: Record<string, Error> = {
  'a statement that failed': failedQuery(
    fromPostgres('23505', 'duplicate key value violates unique constraint'),
  ),
  'a value that PostgreSQL could not read': fromPostgres('22P02', `invalid input syntax: "${ID_NUMBER}"`),
  'a cause of a cause': new Error('outside', {
    cause: new Error('between', { cause: failedQuery(disguised) }),
  }),
  'several at once': new AggregateError([failedQuery(disguised), fromPostgres('22001', HASH)], 'all failed'),
  'a message that looks like a stack': disguised,
  'a packet': Object.assign(new Error('Parse Error'), {
    rawPacket: Buffer.from(SECRETS.join()),
    bytesParsed: 7,
  }),
  'a text that could not be parsed': parsing,
  'a mail that was refused': Object.assign(new Error('550 no such box <thandi@test.example>'), {
    response: '550 thandi@test.example',
    rejected: ['thandi@test.example'],
  }),
}

/** Every way to log an error. */
const ways: Record<string, (log: ReturnType<typeof heardLog>['log'], error: Error) => void> = {
  'as err': (log, err) => log.error({ err, job: 'a-job' }, 'a job failed'),
  alone: (log, error) => log.trace(error),
  'alone, with a message': (log, error) => log.fatal(error, 'it failed'),
  'under another name': (log, error) => log.warn({ warning: error, found: [{ inside: error }] }, 'it failed'),
  'as words': (log, error) => log.info(error.message),
  'in words': (log, error) => log.info('it failed: %s', error.message),
  'of a child, as requests are': (log, err) => log.child({ reqId: '1' }).error({ err }, 'a request failed'),
}

describe.each(Object.entries(errors))('%s is logged without its values', (_, error) => {
  test.each(Object.entries(ways))('%s', (way, write) => {
    const { log, heard } = heardLog()
    write(log, error)
    expect(heard()).not.toBe('')
    const isMessage = way.endsWith('words')
    // Messages are our own text. Recognisable patterns are removed all the same.
    const secrets = isMessage ? [HASH].filter(() => error.message.includes('params:')) : SECRETS
    expect(secrets.filter((secret) => heard().includes(secret))).toEqual([])
  })
})

test('useful details are logged: kind, stack frames, statement, state, constraint', () => {
  const { log, heard } = heardLog()
  log.error({ err: errors['a statement that failed'] }, 'a request failed')
  const { err, msg } = JSON.parse(heard()) as { err: Record<string, unknown>; msg: string }
  expect(msg).toBe('a request failed')
  expect(err).toMatchObject({
    message: 'Failed query: insert into "users" values ($1, $2)',
    stack: expect.stringContaining('logger.test.ts') as unknown,
    cause: {
      code: '23505',
      constraint: 'users_username_unique',
      message: 'duplicate key value violates unique constraint',
    },
  })
})

test('statement values in a library’s warning are dropped, its text is not', () => {
  const { log, heard } = heardLog()
  log.warn(
    { warning: { message: 'slow query', data: { elapsed: 31, sql: 'select $1', values: SECRETS } } },
    'w',
  )
  expect(JSON.parse(heard())).toMatchObject({
    warning: { message: 'slow query', data: { elapsed: 31, sql: 'select $1' } },
  })
  expect(SECRETS.filter((secret) => heard().includes(secret))).toEqual([])
})
