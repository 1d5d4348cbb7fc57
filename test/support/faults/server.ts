import { openDatabase } from '#base/server/db/database.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#test/support/server.ts'
import { createFaultInjector, type FaultInjector } from './fault.ts'
import { faultyStore } from './store.ts'
import { openWire, type Wire } from './wire.ts'

/** A server whose database connection and store can fail. */
export interface FaultyServer extends TestServer {
  injector: FaultInjector
  /** The server's proxy to the database. */
  wire: Wire
  /** The same server without faults, to prepare and to inspect. */
  unharmed: TestServer
}

/** Starts a server that works until its injector is armed or its wire is cut. */
export async function startFaultyServer(options?: TestServerOptions): Promise<FaultyServer> {
  const server = await startTestServer(options)
  const { context } = server
  const unharmed = { ...server, context: { ...context } }
  const injector = createFaultInjector()
  const wire = await openWire(context.settings.databaseUrl ?? '', injector)
  const database = openDatabase(wire.url, () => undefined)
  Object.assign(context, { database, store: faultyStore(context.store, injector) })
  return {
    ...server,
    injector,
    wire,
    unharmed,
    async close() {
      Object.assign(context, unharmed.context)
      await database.close()
      await wire.close()
      await server.close()
    },
  }
}
