import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import pg from 'pg'
import { SetupError } from '../../../scripts/ensure.mjs'
import { BUILT_SERVER, inRoot } from '../../../scripts/project.mjs'
import { freePorts, openS3Server } from '../s3-server.mjs'
import { databaseUser, newestPrograms } from '../system-postgres.mjs'
import { leaderOf } from './leader.mjs'
import { createProcesses } from './processes.mjs'
import { APPLICATION, DATABASE, haproxySettings, OWNER, patroniSettings, SUPERUSER } from './settings.mjs'

/** Lets other users traverse the folder; its contents belong to their owners. */
const PASSABLE = 0o711
const PRIVATE = 0o700
const NAMES = ['pg1', 'pg2', 'pg3']
const SERVERS = ['node1', 'node2']
const TIMEOUT_MS = 60_000
const POLL_MS = 250
const LINES_SHOWN = 6
const secret = () => randomBytes(18).toString('base64url')

/**
 * Starts all services on loopback in a folder of their own, and waits until they are ready.
 *
 * @param note receives the addresses after each change
 */
export async function openCluster(node, { print = () => undefined, note = () => undefined } = {}) {
  const folder = makeFolder()
  const ports = await choosePorts()
  const passwords = Object.fromEntries(
    ['superuser', 'replication', 'owner', 'application'].map((name) => [name, secret()]),
  )
  const state = describe(folder, ports, passwords)
  const processes = createProcesses(path.join(folder, 'log'), (pids) => {
    state.pids = pids
    note(state)
  })
  let s3
  const stop = async () => {
    await processes.stop(SERVERS, ['haproxy', 'mail'], NAMES, ['etcd'])
    await s3?.stop()
    await endLeftBehind(state)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const begun = performance.now()
    const done = (what) => print(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${what}`)
    startEtcd(processes, folder, ports)
    const leader = await startDatabases(processes, state, ports, passwords)
    await makeDatabase(ports, leader, passwords)
    done('etcd and three PostgreSQL; one leads, with a synchronous standby')
    startHaproxy(processes, folder, ports, state)
    s3 = await openS3Server()
    await makeBucket(s3.endpoint)
    done('S3')
    processes.launch('mail', node, [
      inRoot('test', 'environments', 'cluster', 'mail.mjs'),
      String(ports.mail),
      state.mail,
    ])
    await startServers(processes, node, { state, ports, s3: s3.endpoint })
    done('two servers of the application')
    return { state, stop }
  } catch (error) {
    const logs = endsOfLogs(path.join(folder, 'log'))
    await stop()
    throw new SetupError(`${error.message}\n${logs}`)
  }
}

/** The last output of the services, to explain a failed start. */
function endsOfLogs(folder) {
  return readdirSync(folder)
    .map(
      (name) =>
        `${name}:\n${readFileSync(path.join(folder, name), 'utf8').split('\n').slice(-LINES_SHOWN).join('\n')}`,
    )
    .join('\n')
}

function makeFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'onboarding-cluster-'))
  chmodSync(folder, PASSABLE)
  for (const name of ['log', 'mail', 'etcd', ...SERVERS])
    mkdirSync(path.join(folder, name), { mode: PRIVATE })
  return folder
}

async function choosePorts() {
  const names = ['etcd', 'etcdPeer', 'application', 'database', 'mail']
  const members = [...NAMES, ...NAMES.map((name) => `${name}Rest`), ...SERVERS]
  const numbers = await freePorts(names.length + members.length)
  return Object.fromEntries([...names, ...members].map((name, index) => [name, Number(numbers[index])]))
}

function describe(folder, ports, passwords) {
  return {
    folder,
    url: `http://127.0.0.1:${ports.application}`,
    servers: SERVERS.map((name) => `http://127.0.0.1:${ports[name]}`),
    databases: NAMES.map((name) => ({
      name,
      port: ports[name],
      restPort: ports[`${name}Rest`],
      rest: `http://127.0.0.1:${ports[`${name}Rest`]}`,
      data: path.join(folder, name, 'data'),
    })),
    databaseUrl: urlOf(APPLICATION, passwords.application, ports.database),
    ownerUrl: urlOf(OWNER, passwords.owner, ports.database),
    encryptionKey: randomBytes(32).toString('base64'),
    password: secret(),
    mail: path.join(folder, 'mail'),
    pids: {},
  }
}

function urlOf(role, password, port, database = DATABASE) {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
}

function startEtcd(processes, folder, { etcd, etcdPeer }) {
  const clients = `http://127.0.0.1:${etcd}`
  const peers = `http://127.0.0.1:${etcdPeer}`
  const options = {
    name: 'etcd1',
    'enable-v2': true,
    'data-dir': path.join(folder, 'etcd', 'data'),
    logger: 'zap',
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `etcd1=${peers}`,
  }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  processes.launch('etcd', 'etcd', args)
}

/** Not as root, which PostgreSQL refuses, but as the system's user for it, like the embedded database. */
async function startDatabases(processes, state, ports, passwords) {
  const user = await databaseUser()
  for (const { name, port, restPort, data } of state.databases) {
    const home = path.dirname(data)
    mkdirSync(home, { mode: PRIVATE })
    const file = path.join(home, 'patroni.yml')
    const bin = newestPrograms()
    writeFileSync(
      file,
      patroniSettings({ name, port, restPort, etcdPort: ports.etcd, data, bin, socket: home, passwords }),
      { mode: 0o600 },
    )
    if (user !== undefined) for (const own of [home, file]) chownSync(own, user.uid, user.gid)
    processes.launch(name, 'patroni', [file], {
      cwd: home,
      ...user,
      env: { PATH: process.env.PATH, HOME: home },
    })
  }
  return leaderOf(state)
}

function startHaproxy(processes, folder, ports, { databases }) {
  const file = path.join(folder, 'haproxy.cfg')
  const servers = SERVERS.map((name) => ports[name])
  writeFileSync(
    file,
    haproxySettings({ port: ports.application, databasePort: ports.database, servers, databases }),
  )
  processes.launch('haproxy', 'haproxy', ['-f', file, '-db'])
}

/** Creates the two roles and the database as in docs/install.md, directly on the leader. */
async function makeDatabase(ports, leader, { superuser, owner, application }) {
  const url = urlOf(SUPERUSER, superuser, ports[leader], 'postgres')
  for (const statement of [
    `CREATE ROLE ${OWNER} LOGIN PASSWORD '${owner}'`,
    `CREATE ROLE ${APPLICATION} LOGIN PASSWORD '${application}'`,
    `GRANT ${APPLICATION} TO ${OWNER}`,
    `CREATE DATABASE ${DATABASE} OWNER ${OWNER} ENCODING 'UTF8' TEMPLATE template0`,
  ]) {
    await query(url, statement)
  }
}

async function query(connectionString, statement) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

const KEYS = { accessKeyId: 'testkey', secretAccessKey: 'testsecret' }

async function makeBucket(endpoint) {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: KEYS })
  await client.send(new CreateBucketCommand({ Bucket: DATABASE }))
  client.destroy()
}

async function startServers(processes, node, { state, ports, s3 }) {
  for (const name of SERVERS) {
    const env = {
      PATH: process.env.PATH,
      PORT: String(ports[name]),
      WORKERS: '1',
      BASE_URL: state.url,
      TRUST_PROXY: '1',
      DATA_DIR: path.join(state.folder, name),
      DATABASE_URL: state.databaseUrl,
      DATABASE_OWNER_URL: state.ownerUrl,
      ENCRYPTION_KEY: state.encryptionKey,
      S3_BUCKET: DATABASE,
      S3_ENDPOINT: s3,
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      SMTP_URL: `smtp://127.0.0.1:${ports.mail}`,
      MAIL_FROM: 'onboarding@cluster.example',
      DEMO: '1',
      DEMO_PASSWORD: state.password,
      LOG_LEVEL: 'warn',
    }
    processes.launch(name, node, [BUILT_SERVER], { env })
    // The first server creates the demo data before the second looks for it.
    await until(`${name} is ready`, () => isReady(`http://127.0.0.1:${ports[name]}`))
  }
  await until('the load balancer knows both', () => isReady(state.url))
}

async function isReady(url) {
  return (await fetch(`${url}/readyz`)).status === 200
}

async function until(what, isSo) {
  for (const begun = performance.now(); performance.now() - begun < TIMEOUT_MS; await wait(POLL_MS)) {
    if (await isSo().catch(() => false)) return
  }
  throw new Error(`In vain was waited until ${what}.`)
}

/** PostgreSQL keeps running when its Patroni was killed. */
async function endLeftBehind({ databases }) {
  for (const { data } of databases) {
    const pid = postmasterIn(data)
    if (pid === undefined) continue
    process.kill(pid, 'SIGQUIT')
    while (postmasterIn(data) !== undefined) await wait(POLL_MS)
  }
}

function postmasterIn(data) {
  try {
    const pid = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? pid : undefined
  } catch {
    return undefined
  }
}
