import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files of a whole run on an idle machine: each takes over twenty seconds. */
export const LONGEST = [
  'test/faults/faults.test.ts',
  'test/crash/keyed-operations.test.ts',
  'test/crash/kill-corrections.test.ts',
  'test/crash/correction-operations.test.ts',
  'test/crash/client-operations.test.ts',
  'test/crash/kill-rounds.test.ts',
  'src/features/mail/server/every-mail.test.ts',
  'src/base/server/logging/failing-database.test.ts',
  'src/features/operations/server/backup/backup.test.ts',
  'src/base/server/http/scope.test.ts',
  'src/base/server/encryption/start-without-key.test.ts',
  'test/faults/day-of-jobs.test.ts',
  'src/features/documents/server/inspection/pictures.test.ts',
  'src/features/signing/server/acceptance.test.ts',
]

/** Files that mostly wait, for timeouts and for servers to start. */
export const WAITING = [
  'src/base/server/nodes/nodes.test.ts',
  'src/base/server/embedded-postgres/embedded-postgres.test.ts',
  'src/base/server/db/time-limits.test.ts',
  'src/base/server/nodes/graceful-shutdown.test.ts',
  'src/base/server/nodes/database-clock.test.ts',
  'src/base/server/throttling/slow-request-limit.test.ts',
  'src/base/server/http/outage.test.ts',
]

/** Number of other files that take as long as a waiting one. */
const BETWEEN = 10

/**
 * Starts with the slowest files, so that no worker is left with one at the end. In a fresh clone Vitest sorts by file
 * size, which says nothing about duration. Files of one project stay together, because a worker restarts and reloads
 * all modules for another project. Waiting files start one at a time, so that the others keep the cores busy.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => spreadWaiting(sorted.filter((file) => file.project === project)))
  }
}

function rankOf(file: TestSpecification): number {
  const rank = rankIn(LONGEST, file)
  return rank === -1 ? LONGEST.length : rank
}

function spreadWaiting(files: readonly TestSpecification[]): TestSpecification[] {
  const spread = files.filter((file) => rankIn(WAITING, file) === -1)
  const waiting = files
    .filter((file) => rankIn(WAITING, file) !== -1)
    .toSorted((one, other) => rankIn(WAITING, one) - rankIn(WAITING, other))
  for (const [index, file] of waiting.entries()) spread.splice(index * BETWEEN, 0, file)
  return spread
}

function rankIn(files: readonly string[], { moduleId }: TestSpecification): number {
  return files.findIndex((file) => moduleId.endsWith(`/${file}`))
}
