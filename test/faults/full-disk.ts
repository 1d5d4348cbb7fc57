import { rmSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { raw } from '#test/support/uploads.ts'
import { WAITS_AT_MOST, type Fault } from './fault.ts'
import type { Site } from './site.ts'
import { someClient } from './some-client.ts'
import { signInStaff } from './staff.ts'

const FULL_FOR_MS = 8000
const LOOKS_EVERY_MS = 500

/** Fills the disk, with large blocks first. */
async function fill(file: string): Promise<void> {
  for (let bytes = 2 ** 22; bytes >= 512; bytes /= 2) {
    try {
      for (;;) await appendFile(file, Buffer.alloc(bytes))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}

/** Whether PostgreSQL responds; it stops when its log does not fit any more, and restarts. */
async function isUp({ postgres }: Site): Promise<boolean> {
  return postgres.execute('select 1').then(
    () => true,
    () => false,
  )
}

/** Reading users; each returns its status. */
async function readersOf(site: Site) {
  const { url } = site.balancer
  const { session, stored } = await someClient(site)
  const staff = await signInStaff(site, 'admin')
  return {
    forms: async () => [
      (await session.get('/api/application')).status,
      (await staff.get('/api/admin/applications?limit=50')).status,
    ],
    file: async () => (await raw(session, `${url}/objects/uploads/${stored.id}`)).status,
  }
}

/**
 * Forms and lists are readable, except while PostgreSQL restarts. A file is sent, or refused with a message: its read
 * is recorded first, which needs space.
 *
 * @returns the number of successful reads
 */
async function readWhileFull({ forms, file }: Awaited<ReturnType<typeof readersOf>>, site: Site) {
  let times = 0
  for (const until = performance.now() + FULL_FOR_MS; performance.now() < until; await wait(LOOKS_EVERY_MS)) {
    const was = await isUp(site)
    const statuses = await forms()
    if (was && (await isUp(site))) {
      expect(statuses).toEqual([200, 200])
      times += 1
    }
    for (const status of [...statuses, await file()]) expect([200, 503]).toContain(status)
  }
  return times
}

export const fullDisk: Fault = {
  name: 'the disk of database, files and mails full',
  promise:
    'refused in words; forms and lists are readable except while PostgreSQL restarts, files where there is room to record it; recovers automatically once there is room',
  servers: [{}],
  diskMegabytes: 600,
  async inject(site) {
    const readers = await readersOf(site)
    const filling = path.join(site.folder, 'filling')
    await fill(filling)
    const times = await readWhileFull(readers, site)
    rmSync(filling)
    expect(times).toBeGreaterThan(0)
    await expect.poll(readers.file, { timeout: 20_000 }).toBe(200)
  },
  bounds: { noErrors: true, gapSeconds: 20, waitSeconds: WAITS_AT_MOST },
}
