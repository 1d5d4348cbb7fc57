import { expect, test } from 'vitest'
import { longestOverdue } from './overdue-job.ts'

test('a job that hangs is overdue, whichever other jobs are done', () => {
  const job = (name: string, cron: string, doneAt: string | null) => ({
    name,
    cron,
    timezone: 'Africa/Johannesburg',
    doneAt: doneAt === null ? null : new Date(doneAt),
  })
  const jobs = [
    job('every-minute', '* * * * *', '2026-11-25T09:59:30Z'),
    job('hangs', '*/5 * * * *', '2026-11-25T09:31:00Z'),
    job('at-night', '40 2 * * *', '2026-11-25T00:41:00Z'),
    job('never-done', '*/15 * * * *', null),
  ]
  const now = new Date('2026-11-25T10:00:00Z')
  const since = (at: string) => ({ since: new Date(at), now })
  expect(longestOverdue(jobs, since('2026-11-25T09:50:00Z'))).toEqual({ name: 'hangs', seconds: 300 })
  expect(longestOverdue(jobs, since('2026-11-25T09:00:00Z'))).toEqual({ name: 'never-done', seconds: 2700 })
  expect(longestOverdue(jobs.slice(0, 2), since('2026-11-25T09:00:00Z'))).toEqual({
    name: 'hangs',
    seconds: 1500,
  })
  expect(longestOverdue(jobs.slice(2, 3), since('2026-11-20T09:00:00Z'))).toBeNull()
})
