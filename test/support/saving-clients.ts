import { setTimeout as wait } from 'node:timers/promises'
import type { Versioned } from '#base/rules/api/etag.ts'
import { openDatabase } from '#base/server/db/database.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { readKeyring } from '#base/server/encryption/keyring.ts'
import { openHttpSession, type HttpSession } from './http.ts'
import { putSession } from './sessions.ts'

/** Clients that save increasing numbers, and the responses. */
export interface SavingClients {
  /** Saves repeatedly until stopped. */
  begin: () => void
  stop: () => Promise<void>
  /** Number of acknowledged saves. */
  acknowledged: () => number
  /** Application versions of each client after acknowledged saves. */
  versions: () => (readonly number[])[]
  /** Errors and missing responses. */
  failures: string[]
  /** Longest time without an acknowledgement, in milliseconds. */
  longestGapMs: () => number
  /** Longest time until any response to a save, in milliseconds. */
  longestWaitMs: () => number
  /** Restarts both measurements. */
  forgetTimes: () => void
  /**
   * Reads the stored answers of every client.
   *
   * @returns in total, the number of missing acknowledged saves, and of saves that were never sent
   */
  compare: () => Promise<{ acknowledged: number; lost: number; doubled: number }>
}

interface Client {
  /** A browser, for any server. */
  session: () => HttpSession
  asked: number
  acknowledged: number
  /** Unacknowledged saves that may have taken effect. */
  inDoubt: number
  versions: number[]
}

interface Way {
  /** The server of a client's next save. */
  urlOf: (client: number) => string
  /** With a new connection for each request. */
  reconnect?: boolean
}

/** The patch of save `n`: the same number in several answers reveals a partial save. */
const marks = (n: number) => ({
  addressLine1: `${n} Kloof Street`,
  city: `City ${n}`,
  occupation: `Occupation ${n}`,
})
const PAUSE_AFTER_FAILURE_MS = 50
/** Longer than any server may take. */
const TIMEOUT_MS = 15_000

/** Creates clients with an application each, directly in the database; returns their session tokens. */
export async function signInClients(
  count: number,
  { databaseUrl, encryptionKey }: { databaseUrl: string; encryptionKey: string },
): Promise<string[]> {
  const database = openDatabase(databaseUrl, () => undefined)
  const factories = { database, keyring: readKeyring(encryptionKey), now: () => new Date() }
  const tokens: string[] = []
  for (let made = 0; made < count; made += 1) {
    const client = await makeClient(factories, { fullName: 'Sipho Dube' })
    const { token } = await putSession(database, { userId: client.id, role: 'client', now: new Date() })
    tokens.push(token)
  }
  await database.close()
  return tokens
}

/** Clients of these sessions, without saves yet. */
export function openSavingClients(
  tokens: readonly string[],
  { urlOf, reconnect = false }: Way,
): SavingClients {
  const headers = reconnect ? { connection: 'close' } : undefined
  const clients: Client[] = tokens.map((token, index) => {
    const session = () => {
      const opened = openHttpSession(urlOf(index))
      opened.cookies.set('session', token)
      return opened
    }
    return { session, asked: 0, acknowledged: 0, inDoubt: 0, versions: [] }
  })
  const failures: string[] = []
  const gap = createGap()
  let longestWaitMs = 0
  const stopping = new AbortController()
  let saving: Promise<unknown> = Promise.resolve()

  const save = async (client: Client) => {
    const n = (client.asked += 1)
    const begun = performance.now()
    const over = AbortSignal.timeout(TIMEOUT_MS)
    const silent = new Promise<never>((_, reject) => {
      over.addEventListener('abort', () => reject(new Error('no answer in time')))
    })
    try {
      const answer = await Promise.race([
        client.session().put('/api/application', marks(n), headers),
        silent,
      ]).finally(() => (longestWaitMs = Math.max(longestWaitMs, performance.now() - begun)))
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
      client.acknowledged = n
      client.versions.push((answer.body as Versioned).version)
      gap.note()
    } catch (error) {
      client.inDoubt += 1
      failures.push(describe(error))
      await wait(PAUSE_AFTER_FAILURE_MS)
    }
  }
  return {
    begin() {
      gap.note()
      saving = Promise.all(
        clients.map(async (client) => {
          while (!stopping.signal.aborted) await save(client)
        }),
      )
    },
    async stop() {
      stopping.abort()
      await saving
    },
    acknowledged: () => clients.reduce((sum, { asked, inDoubt }) => sum + asked - inDoubt, 0),
    versions: () => clients.map(({ versions }) => versions),
    failures,
    longestGapMs: gap.longestMs,
    longestWaitMs: () => longestWaitMs,
    forgetTimes() {
      gap.forget()
      longestWaitMs = 0
    },
    async compare() {
      const found = await Promise.all(clients.map((client) => compareOne(client)))
      const sum = (of: (client: (typeof found)[number]) => number) =>
        found.reduce((total, client) => total + of(client), 0)
      return {
        acknowledged: sum((client) => client.acknowledged),
        lost: sum(({ lost }) => lost),
        doubled: sum(({ doubled }) => doubled),
      }
    },
  }
}

/** Each save creates one version: at least the acknowledged ones, at most those plus unacknowledged ones. */
async function compareOne({ session, asked, acknowledged, inDoubt }: Client) {
  const { body, text } = await session().get('/api/application')
  const { version, city, addressLine1, occupation } = body as Record<string, unknown>
  if (typeof version !== 'number') throw new Error(`There is no application: ${text}`)
  const saves = version - 1
  const sure = asked - inDoubt
  const n = Number(String(city).replace('City ', ''))
  const isWhole = addressLine1 === marks(n).addressLine1 && occupation === marks(n).occupation
  return {
    acknowledged: sure,
    lost: Math.max(0, sure - saves) + Number(!isWhole || n < acknowledged),
    doubled: Math.max(0, saves - asked),
  }
}

function createGap() {
  let last = performance.now()
  let longest = 0
  return {
    note() {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
    },
    forget: () => {
      last = performance.now()
      longest = 0
    },
    longestMs: () => Math.max(longest, performance.now() - last),
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, cause } = error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
