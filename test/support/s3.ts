import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '#server/config/settings.ts'
import { makeFolder } from './quick-folder.ts'

const SCRIPT = new URL('../../scripts/s3-test-server.sh', import.meta.url).pathname
const PROGRAMS = ['radosgw', 'radosgw-admin', 'ceph', 'ceph-mon', 'ceph-osd', 'monmaptool']
const START_LIMIT_MS = 90_000

/** A real S3 server with an empty bucket. */
export interface TestS3 {
  settings: S3Settings
  stop: () => Promise<void>
}

/**
 * Why no S3 server can be started here; null where one can. With S3_TEST=1 the answer is always null, so that a
 * machine that is meant to have one fails instead of leaving the tests out.
 */
export function whyNoS3(): string | null {
  if (process.env['S3_TEST'] === '1') return null
  if (process.getuid?.() !== 0) return 'not root'
  const missing = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0)
  return missing.length === 0 ? null : `${missing.join(', ')} not installed`
}

/** Starts an S3 server (scripts/s3-test-server.sh says what it needs), in some 15 seconds. */
export async function startTestS3(): Promise<TestS3> {
  const folder = makeFolder('onboarding-s3-')
  const [port, monitorPort] = [await freePort(), await freePort()]
  const server = spawn(SCRIPT, [folder, String(port), String(monitorPort)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill()
      await once(server, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await readiness(server)
    const settings = {
      bucket: 'onboarding',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: 'testkey',
      secretAccessKey: 'testsecret',
    }
    await createBucket(settings)
    return { settings, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function readiness(server: ReturnType<typeof spawn>): Promise<void> {
  if (server.stdout === null) throw new Error('The S3 server says nothing.')
  const tooLate = AbortSignal.timeout(START_LIMIT_MS)
  for await (const line of createInterface({ input: server.stdout, signal: tooLate })) {
    if (line.startsWith('ready')) return
  }
  throw new Error('The S3 server ended before it was ready, or took too long.')
}

async function createBucket({ endpoint, region, bucket }: S3Settings): Promise<void> {
  const credentials = { accessKeyId: 'testkey', secretAccessKey: 'testsecret' }
  const client = new S3Client({ region, endpoint, forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
