import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, by what a whole run on a quiet machine took: each over twenty seconds. */
export const LONGEST = [
  'test/faults/faults.test.ts',
  'test/crash/keyed-operations.test.ts',
  'test/crash/kill-corrections.test.ts',
  'test/crash/correction-operations.test.ts',
  'test/crash/client-operations.test.ts',
  'src/server/nodes/nodes.test.ts',
  'test/crash/kill-rounds.test.ts',
  'src/server/embedded-postgres/embedded-postgres.test.ts',
  'src/server/mail/every-mail.test.ts',
  'src/server/workers/hung.test.ts',
  'src/server/logging/failing-database.test.ts',
  'src/server/backup/backup.test.ts',
  'src/server/http/reach.test.ts',
  'src/server/db/time-limits.test.ts',
  'src/server/encryption/start-without-key.test.ts',
  'test/faults/day-of-jobs.test.ts',
  'src/server/documents/inspection/pictures.test.ts',
  'src/server/signing/acceptance.test.ts',
]

/**
 * Begins with the files that take longest, so that no worker is left with one at the end. Vitest by itself remembers how long
 * each took, but in a fresh clone it goes by their size, and the longest is a short one. What belongs to one project stays
 * together: a worker that comes to a file of another is started anew, and loads all modules again.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => sorted.filter((file) => file.project === project))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
  return rank === -1 ? LONGEST.length : rank
}
