import { buildServerIfNeeded } from './built-server.ts'
import { startTestPostgres } from './postgres.ts'

/** Runs once around all server tests; what it answers runs after them. */
export default async function setup(): Promise<() => Promise<void>> {
  const [postgres] = await Promise.all([startTestPostgres(), buildServerIfNeeded()])
  return () => postgres.stop()
}
