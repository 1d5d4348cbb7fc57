import { buildServerIfNeeded } from './built-server.ts'
import { startTestPostgres } from './postgres.ts'

/** Runs once before all server tests; the returned function runs after them. */
export default async function setup(): Promise<() => Promise<void>> {
  const [postgres] = await Promise.all([startTestPostgres(), buildServerIfNeeded()])
  return () => postgres.stop()
}
