import { expect, test } from 'vitest'
import { isConnectionError } from './is-connection-error.ts'

function failure(message: string, facts: Record<string, string> = {}): Error {
  return Object.assign(new Error(message), facts)
}

test.each<[boolean, string, unknown]>([
  [true, 'nothing listens', failure('connect', { code: 'ECONNREFUSED', syscall: 'connect' })],
  [true, 'the socket is not there', failure('connect', { code: 'ENOENT', syscall: 'connect' })],
  [false, 'a file is not there', failure('open', { code: 'ENOENT', syscall: 'open' })],
  [true, 'the connection broke', failure('Connection terminated unexpectedly')],
  [true, 'no connection was free in time', failure('timeout exceeded when trying to connect')],
  [true, 'no connection stood in time', failure('timeout expired')],
  [true, 'an answer did not come in time', failure('Query read timeout')],
  [true, 'a statement took too long', failure('canceling statement', { code: '57014' })],
  [true, 'a lock was not free in time', failure('canceling statement', { code: '55P03' })],
  [true, 'a transaction did nothing for too long', failure('terminating', { code: '25P03' })],
  [true, 'two kept each other waiting', failure('deadlock detected', { code: '40P01' })],
  [true, 'PostgreSQL starts up', failure('the database system is starting up', { code: '57P03' })],
  [true, 'the connection was ended by an operator', failure('terminating connection', { code: '57P01' })],
  [true, 'the disk is full', failure('could not extend file', { code: '53100' })],
  [true, 'all connections are taken', failure('sorry, too many clients already', { code: '53300' })],
  [true, 'the connection failed', failure('connection failure', { code: '08006' })],
  [false, 'a row is there already', failure('duplicate key', { code: '23505' })],
  [false, 'a statement is wrong', failure('syntax error', { code: '42601' })],
  [true, 'the query builder wraps it', new Error('Failed query', { cause: failure('', { code: 'EPIPE' }) })],
  [false, 'the query builder wraps a mistake', new Error('Failed query', { cause: failure('no') })],
  [false, 'it is no error', 'ECONNREFUSED'],
])('%s: %s', (expected, _, error) => expect(isConnectionError(error)).toBe(expected))
