import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { inRoot } from '../../scripts/project.mjs'
import { quickParent } from './quick-parent.mjs'

const SCRIPT = inRoot('test', 'environments', 's3-test-server.sh')
const PROGRAMS = ['radosgw', 'radosgw-admin', 'ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'setpriv']
/** Debian's packages of them. */
export const packagesForS3 = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common']
const START_LIMIT_MS = 90_000
/** Another process may take a free port before the server does. */
const ATTEMPTS = 3

/** Missing programs of a real S3 server. */
export function missingForS3() {
  return PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0)
}

/** Runs work with a real S3 server (test/environments/s3-test-server.sh) on this machine. */
export async function withS3Server(run) {
  const { endpoint, stop } = await openS3Server()
  try {
    return await run(endpoint)
  } finally {
    await stop()
  }
}

/** Starts one. It accepts the keys testkey / testsecret, and ends with this process in any case. */
export function openS3Server() {
  return start(ATTEMPTS)
}

async function start(attempts) {
  const folder = mkdtempSync(path.join(quickParent(), 'onboarding-s3-'))
  const [port, monitorPort] = await freePorts(2)
  // The script ends when its standard input closes, and so with this process in any case.
  const server = spawn(SCRIPT, [folder, port, monitorPort], { stdio: ['pipe', 'pipe', 'inherit'] })
  server.stdin.on('error', () => undefined)
  const ended = once(server, 'exit')
  const stop = async () => {
    server.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  if (await isReady(server)) return { endpoint: `http://127.0.0.1:${port}`, stop }
  await stop()
  if (attempts > 1) return start(attempts - 1)
  throw new Error('The S3 server did not come up; it says why above.')
}

async function isReady(server) {
  const timer = setTimeout(() => server.kill(), START_LIMIT_MS)
  try {
    for await (const line of createInterface({ input: server.stdout }))
      if (line.startsWith('ready')) return true
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** Free ports of this machine, reserved at the same time so that they differ. */
export async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => String(server.address().port))
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
