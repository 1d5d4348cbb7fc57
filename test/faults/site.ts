import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { createSeal } from '#base/server/seal/create-certificate.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#base/server/embedded-postgres/embedded-postgres.ts'
import { openWire, type Wire } from '#test/support/faults/wire.ts'
import { postmasterIn } from '#test/support/postmaster.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { endProcess, startServerProcess, type ServerProcess } from '#test/support/server-process.ts'
import { openShakyWay, type ShakyWay } from '#test/support/shaky-way.ts'
import { giveLetter } from '../crash/kill/give-letter.ts'
import type { Deployment } from '../crash/kill/site.ts'
import { openBalancer, type Balancer } from './balancer.ts'
import { commitCutter, type CommitCutter } from './commit-cutter.ts'
import type { MailBox } from './mail-box.ts'
import type { StandInStore } from './stand-in-store.ts'

/** A server of a site. */
export interface Node {
  url: () => string
  /** Its connection to the database, through a proxy. */
  way: ShakyWay
  /** Cuts that connection after a commit. */
  cutter: CommitCutter
  keyFile: string
  environment: Readonly<Record<string, string>>
  /** Sends a signal, and waits for the exit. */
  end: (signal: NodeJS.Signals) => Promise<void>
  start: () => Promise<void>
  isRunning: () => boolean
  /** Sends its process a message, and waits for the reply. */
  ask: (what: number | string) => Promise<unknown>
}

/** The product's server with an adjustable clock. */
export const CLOCKED = 'test/support/clocked-server.ts'

/** A time specific to one fault, with its limit on a dedicated machine. */
export interface Measured {
  what: string
  seconds: number
  atMostSeconds: number
}

/** Differences of a fault's servers. */
export interface NodeOptions {
  environment?: Readonly<Record<string, string>>
  /** The program, if not the product's entry point. */
  entry?: string
}

/** Several servers behind a load balancer on one PostgreSQL, each with its own proxy to it. */
export interface Site extends Deployment {
  balancer: Balancer
  nodes: readonly Node[]
  postgres: Postgres
  /** Runs the wanted servers: reuses the current ones if they match, otherwise replaces them. */
  staff: (options: readonly NodeOptions[]) => Promise<void>
  /** Stops the servers, whose state is unknown. */
  dismiss: () => Promise<void>
  /** Its bucket, if any. */
  store?: StandInStore
  /** Its mail server, if any; otherwise mails are files. */
  mail?: MailBox
  /** The site's folder. */
  folder: string
  /** Advances the clocks of all servers, if they are adjustable. */
  passTime: (ms: number) => Promise<void>
  /** Records a time for the table, with its limit. */
  note: (measured: Measured) => void
  /** Times recorded since the servers started. */
  noted: () => readonly Measured[]
  /** The servers' output. */
  output: () => string
  close: () => Promise<void>
}

/** The site's database. */
export interface Postgres {
  /** URL of its owner, whose own commits wait for no standby. */
  execute: (...statements: string[]) => Promise<void>
  /** The postmaster's process id; 0 while there is none. */
  first: () => number
  /** Process ids, the postmaster first. */
  processes: () => number[]
  restart: () => Promise<void>
}

/** Three servers have up to 29 connections each. */
const CONNECTIONS = 200

/** The site's folder, and its file store if not a folder. */
export interface Target {
  parent?: string
  store?: StandInStore | undefined
  mail?: MailBox | undefined
}

/** Opens a site with one server. */
export async function openSite({ parent = tmpdir(), store, mail }: Target = {}): Promise<Site> {
  const folder = makeFolder('onboarding-faults-', parent)
  const shared = path.join(folder, 'shared')
  for (const name of ['objects', 'outbox']) mkdirSync(path.join(shared, name), { recursive: true })
  const postgres = await openPostgres(path.join(folder, 'postgres'))
  const balancer = await openBalancer()
  const keys = randomBytes(32).toString('base64')
  const seal = await writeSeal(folder)
  const common = {
    ...seal,
    ...store?.environment,
    ...mail?.environment,
    PORT: '0',
    DEMO: '0',
    SELF_REGISTRATION: '1',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    DATABASE_OWNER_URL: postgres.ownerUrl,
  }
  const environment = {
    ...common,
    DATA_DIR: shared,
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEY_FILE: path.join(folder, '0.keys'),
  }
  writeFileSync(environment.ENCRYPTION_KEY_FILE, keys, { mode: 0o600 })
  let output = ''
  let aheadMs = 0
  const noted: Measured[] = []
  const nodes: Node[] = []
  let staffed: readonly NodeOptions[] = []
  const dismiss = async () => {
    await Promise.all(nodes.map(({ end }) => end('SIGKILL')))
    await Promise.all(nodes.map(({ way }) => way.close()))
    await Promise.all(nodes.map(({ cutter }) => cutter.close()))
    nodes.length = 0
    staffed = []
  }
  const open = async (index: number, options: NodeOptions): Promise<Node> => {
    const dataDir = path.join(folder, `node-${index}`)
    rmSync(dataDir, { recursive: true, force: true })
    mkdirSync(dataDir)
    // Servers share one folder instead of a bucket, so that these tests need no S3 server.
    for (const name of ['objects', 'outbox']) symlinkSync(path.join(shared, name), path.join(dataDir, name))
    const keyFile = path.join(folder, `${index}.keys`)
    if (index > 0) writeFileSync(keyFile, readFileSync(environment.ENCRYPTION_KEY_FILE), { mode: 0o600 })
    return openNode({
      environment: { ...common, DATA_DIR: dataDir, ENCRYPTION_KEY_FILE: keyFile, ...options.environment },
      databaseUrl: postgres.url,
      entry: options.entry,
      onOutput: (text) => {
        output += text
      },
    })
  }
  const site: Site = {
    folder,
    dataDir: shared,
    ...(store !== undefined && { store, keysInBucket: store.keys }),
    ...(mail !== undefined && { mail, mailsOut: mail.messageIds }),
    environment,
    balancer,
    nodes,
    postgres,
    note: (measured) => void noted.push(measured),
    noted: () => [...noted],
    output: () => output,
    async passTime(ms) {
      aheadMs += ms
      await Promise.all(nodes.map(({ ask }) => ask(aheadMs)))
    },
    dismiss,
    async staff(options) {
      output = ''
      noted.length = 0
      if (isDeepStrictEqual(staffed, options) && nodes.every((node) => node.isRunning())) return
      await dismiss()
      staffed = options
      nodes.push(...(await Promise.all(options.map((each, index) => open(index, each)))))
      await Promise.all(nodes.map((node) => node.start()))
      balancer.serve(nodes.map(({ url }) => url()))
    },
    async close() {
      await balancer.close()
      await dismiss()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await site.staff([{}])
  await giveLetter(site)
  return site
}

async function openNode({
  environment,
  databaseUrl,
  entry,
  onOutput,
}: {
  environment: Readonly<Record<string, string>> & { ENCRYPTION_KEY_FILE: string }
  databaseUrl: string
  entry: string | undefined
  onOutput: (text: string) => void
}): Promise<Node> {
  const cutter = commitCutter()
  const wire: Wire = await openWire(databaseUrl, cutter.injector)
  const way = await openShakyWay(wire.url)
  let running: ServerProcess | undefined
  let port = '0'
  return {
    url: () => running?.url ?? `http://127.0.0.1:${port}`,
    way,
    cutter: { ...cutter, close: () => wire.close() },
    keyFile: environment.ENCRYPTION_KEY_FILE,
    environment: { ...environment, DATABASE_URL: databaseUrl },
    async end(signal) {
      if (running === undefined) return
      await endProcess(running.process, signal)
      running = undefined
    },
    async start() {
      // At the same address, by which the load balancer knows it.
      running = await startServerProcess(
        { ...environment, DATABASE_URL: way.url, PORT: port },
        onOutput,
        entry,
      )
      ;({ port } = new URL(running.url))
    },
    isRunning: () => running !== undefined && running.process.exitCode === null && !running.process.killed,
    async ask(what) {
      if (running === undefined) throw new Error('The server does not run.')
      const answer = once(running.process, 'message')
      running.process.send(what)
      return ((await answer) as unknown[])[0]
    },
  }
}

async function openPostgres(dataDir: string): Promise<Postgres & EmbeddedPostgres> {
  const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined })
  let running = await start()
  const { url, ownerUrl } = running
  const execute = async (...statements: string[]) => {
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    try {
      for (const statement of ['set synchronous_commit = local', ...statements]) await owner.query(statement)
    } finally {
      await owner.end()
    }
  }
  const restart = async () => {
    await running.stop()
    running = await start()
  }
  await execute(`alter system set max_connections = ${CONNECTIONS}`)
  await restart()
  return {
    url,
    ownerUrl,
    execute,
    restart,
    first: () => postmasterIn(dataDir),
    processes: () => processesOf(postmasterIn(dataDir)),
    stop: () => running.stop(),
  }
}

/** The postmaster and its child processes. */
function processesOf(first: number): number[] {
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').split(' ').filter(Boolean)
  return [first, ...children.map(Number)]
}

/** Writes the firm's certificate and key. @returns the settings that name them */
async function writeSeal(folder: string): Promise<Record<'SEAL_CERTIFICATE' | 'SEAL_KEY', string>> {
  const { certificate, key } = await createSeal('Protea Private Wealth', new Date())
  const files = { SEAL_CERTIFICATE: path.join(folder, 'seal.crt'), SEAL_KEY: path.join(folder, 'seal.key') }
  writeFileSync(files.SEAL_CERTIFICATE, certificate)
  writeFileSync(files.SEAL_KEY, key)
  return files
}
