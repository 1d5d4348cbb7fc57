import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { buildIfNeeded } from '../../../scripts/build.mjs'
import { ensure, main, SetupError } from '../../../scripts/ensure.mjs'
import { inRoot, readJson } from '../../../scripts/project.mjs'
import { killLeader, membersOf, untilSaved } from './leader.mjs'
import { packagesMissing } from './packages.mjs'

/**
 * `npm run cluster`: two application servers on one machine behind a load balancer, with three PostgreSQL nodes
 * (synchronous replication), a real S3 store and a mail server (docs/decisions/0091). Ctrl+C ends it and deletes all
 * data.
 *
 *   npm run cluster -- status        lists services and the leader
 *   npm run cluster -- kill-leader   kills the leading database, and reports when users can save again
 *   npm run cluster -- stop          ends it from another terminal
 */
const STATE = inRoot('.tmp', 'cluster.json')
const POLL_MS = 200

const commands = {
  start,
  async status() {
    const cluster = running()
    console.log(await describe(cluster))
    return 0
  },
  async 'kill-leader'() {
    const cluster = running()
    const name = await killLeader(cluster)
    const seconds = (await untilSaved(cluster)) / 1000
    console.log(`${name} led and was killed; a client could save again after ${seconds.toFixed(1)} s.`)
    return 0
  },
  async stop() {
    const { pid } = running()
    process.kill(pid, 'SIGTERM')
    while (isCluster(pid)) await wait(POLL_MS)
    console.log('The cluster has been stopped.')
    return 0
  },
}

await main(
  async () => {
    const [name = 'start', ...rest] = process.argv.slice(2)
    if (!Object.hasOwn(commands, name) || rest.length > 0) {
      throw new SetupError(`Usage: npm run cluster [-- ${Object.keys(commands).join('|')}]`)
    }
    return commands[name]()
  },
  { readsArguments: true },
)

async function start() {
  const missing = packagesMissing()
  if (missing.length > 0) {
    throw new SetupError(
      `Not installed: ${missing.join(', ')}. On Debian, the following installs what a cluster is made of:\n` +
        '  apt-get install --no-install-recommends patroni etcd-server haproxy postgresql radosgw ceph-mon ceph-osd ceph-common',
    )
  }
  const { pid } = readJson(STATE) ?? {}
  if (isCluster(pid)) throw new SetupError(`A cluster runs already (process ${pid}): npm run cluster -- stop`)
  const node = await ensure()
  await buildIfNeeded(node)
  const stopping = Promise.withResolvers()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stopping.resolve)
  const note = (state) =>
    writeFileSync(STATE, JSON.stringify({ pid: process.pid, ...state }), { mode: 0o600 })
  // Packages are installed by now.
  const { openCluster } = await import('./cluster.mjs')
  const cluster = await openCluster(node, { print: (line) => console.log(line), note })
  try {
    console.log(`\n${await describe(cluster.state)}\n\nCtrl+C ends it, and removes all of it.`)
    await stopping.promise
    console.log('\nThe cluster is being stopped …')
  } finally {
    await cluster.stop()
    rmSync(STATE, { force: true })
  }
  return 0
}

async function describe(cluster) {
  const { url, password, servers, folder, mail } = cluster
  const ready = await Promise.all(
    servers.map(async (server) => `  ${server}  ${(await isReady(server)) ? 'ready' : 'not ready'}`),
  )
  const members = (await membersOf(cluster)) ?? []
  return [
    `The application: ${url}  (client@demo.example, manager@demo.example, admin@demo.example; password ${password})`,
    'Its servers:',
    ...ready,
    'PostgreSQL:',
    ...members.map(({ name, role, state, port }) => `  ${name}  127.0.0.1:${port}  ${role}, ${state}`),
    `Mail: ${mail}`,
    `Logs: ${folder}/log`,
  ].join('\n')
}

async function isReady(url) {
  return (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200
}

function running() {
  const state = readJson(STATE)
  if (isCluster(state?.pid)) return state
  throw new SetupError('No cluster runs: npm run cluster')
}

/** The process id may have been reused. */
function isCluster(pid) {
  if (pid === undefined) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('test/environments/cluster/main.mjs')
  } catch {
    return false
  }
}
