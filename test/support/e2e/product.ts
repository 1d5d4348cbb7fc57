import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { adoptEnvironment } from '#features/firm/server/adopt-environment.ts'
import { firmOfRetired, retiredSettings } from '#base/server/config/retired-settings.ts'
import { readSettings } from '#app/server/config/settings.ts'
import type { Context } from '#base/server/context.ts'
import { openDatabase } from '#base/server/db/database.ts'
import { readKeyring } from '#base/server/encryption/keyring.ts'
import { createNode } from '#base/server/node-state.ts'
import { createLogger } from '#base/server/logging/logger.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { encryptedStore } from '#base/server/storage/encrypted-store.ts'
import { createTestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { testsUseBuckets } from '#test/support/s3-endpoint.ts'
import { endProcess, startServerProcess } from '#test/support/server-process.ts'
import { openShakyWay, type ShakyWay } from '#test/support/shaky-way.ts'
import { gate } from '#features/screening/server/gate.ts'

/** The running product, with access to its internals. */
export interface Product {
  url: string
  /** The server's context, so that tests create users and read answers as it does. */
  context: Context
  /** The proxy to the bucket, which can fail; only with a bucket. */
  wayToBucket: ShakyWay | undefined
  /** The server's log so far. */
  log: () => string
  /** Kills the server. */
  crash: () => Promise<void>
  /** Restarts it after a crash, at the same address. */
  restart: () => Promise<void>
  /** Sets its clock ahead of the machine's. @throws if its clock is not adjustable */
  setAhead: (ms: number) => Promise<void>
}

export interface ProductOptions {
  /** Additional environment of the server. */
  variables: Variables
  /** Whether tests set its clock. */
  clockMoves: boolean
}

const CLOCKED_SERVER = 'test/support/clocked-server.ts'

type Variables = Readonly<Record<string, string>>

/** Tests name what is set on screen by the variables of release 1.0.0; it is stored before the server starts. */
function withoutFirm(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => !Object.hasOwn(retiredSettings, name)),
  )
}

/** A started product, until closed. */
export interface RunningProduct {
  product: Product
  close: () => Promise<void>
}

/**
 * Starts the real server with the built client, with its own database and folder. Tests send `x-forwarded-for`, so that
 * rate limits of one test do not affect another.
 */
export async function startProduct({ variables, clockMoves }: ProductOptions): Promise<RunningProduct> {
  const database = await createTestDatabase()
  const dataDir = makeFolder('onboarding-e2e-')
  const bucket = testsUseBuckets() ? await openBucket() : undefined
  const environment = {
    PORT: '0',
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: database.url,
    DATA_DIR: dataDir,
    DEMO: '0',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    ...bucket?.variables,
    ...withoutFirm(variables),
  }
  let output = ''
  const onOutput = (text: string) => {
    output += text
  }
  const entry = clockMoves ? CLOCKED_SERVER : undefined
  const settings = readSettings(environment)
  const keyring = readKeyring(environment.ENCRYPTION_KEY)
  const connection = openDatabase(database.url, () => undefined)
  const firm = firmOfRetired({ SELF_REGISTRATION: '1', UNDO_SECONDS: '0', ...variables })
  await adoptEnvironment({ settings, database: connection, now: () => new Date() }, firm)
  let running = await startServerProcess(environment, onOutput, entry)
  let aheadMs = 0
  const { port } = new URL(running.url)
  return {
    product: {
      url: running.url,
      context: {
        settings,
        database: connection,
        keeper: connection,
        store: encryptedStore(await createStore(settings), keyring),
        keyring,
        scanner: null,
        seal: null,
        gate,
        log: createLogger({ level: 'silent' }),
        tracer: null,
        https: false,
        node: createNode(),
        now: () => new Date(Date.now() + aheadMs),
      },
      wayToBucket: bucket?.way,
      log: () => output,
      crash: () => endProcess(running.process, 'SIGKILL'),
      restart: async () => {
        running = await startServerProcess({ ...environment, PORT: port }, onOutput, entry)
      },
      setAhead: async (ms) => {
        if (!clockMoves) throw new Error('The clock of this server follows the machine.')
        const isSet = once(running.process, 'message')
        running.process.send(ms)
        await isSet
        aheadMs = ms
      },
    },
    async close() {
      await connection.close()
      await endProcess(running.process, 'SIGTERM')
      await database.drop()
      await bucket?.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A bucket on the run's S3 server, through a proxy for browsers and server. */
async function openBucket() {
  const { createTestBucket } = await import('#test/support/s3.ts')
  const { settings, drop } = await createTestBucket()
  const way = await openShakyWay(settings.endpoint)
  return {
    way,
    variables: {
      S3_BUCKET: settings.bucket,
      S3_ENDPOINT: way.url,
      AWS_REGION: settings.region,
      AWS_ACCESS_KEY_ID: settings.accessKeyId,
      AWS_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    close: async () => {
      await way.close()
      await drop()
    },
  }
}
