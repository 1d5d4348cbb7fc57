import { buildServerIfNeeded } from '#test/support/built-server.ts'
import { startTestPostgres } from '#test/support/postgres.ts'

/** Runs once before all browser tests; the returned function runs after them. */
export default async function setup(): Promise<() => Promise<void>> {
  const [postgres] = await Promise.all([startTestPostgres(), buildServerIfNeeded()])
  return () => postgres.stop()
}
