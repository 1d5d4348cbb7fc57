import { readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { hasUnzip, unzip } from '#test/support/unzip.ts'
import { raw } from '#test/support/uploads.ts'
import { besideServer } from '../crash/kill/beside-server.ts'
import { someClient } from './some-client.ts'
import { TWO, WAITS_AT_MOST, type Fault } from './fault.ts'
import type { Site } from './site.ts'
import { signInStaff } from './staff.ts'

/** Moves a document's object out of the store. @returns a function that restores it */
async function takeAway(site: Site, documentId: string): Promise<() => void> {
  const key = await besideServer(site, async ({ database }) => {
    const { rows } = await database.db.execute<{ key: string }>(
      sql`select object_key as key from documents where id = ${documentId}`,
    )
    return rows[0]?.key ?? ''
  })
  const folder = path.join(site.dataDir, 'objects')
  const there = readdirSync(folder, { recursive: true, withFileTypes: true }).find(
    ({ name }) => name === path.posix.basename(key),
  )
  if (there === undefined) throw new Error(`There is no object ${key}.`)
  const file = path.join(there.parentPath, there.name)
  const aside = path.join(site.folder, 'aside')
  renameSync(file, aside)
  return () => renameSync(aside, file)
}

/** Results by file in the manifest of an application's archive, and the files in it. */
async function archiveOf(site: Site, applicationId: string) {
  const admin = await signInStaff(site, 'admin')
  const { status, bytes } = await raw(
    admin,
    `${site.balancer.url}/api/admin/applications/${applicationId}/download`,
  )
  expect(status).toBe(200)
  const files = unzip(bytes)
  const { documents } = JSON.parse(String(files.get('manifest.json'))) as {
    documents: { name: string; state: string }[]
  }
  const stateOf = (file: string) =>
    documents.flatMap(({ name, state }) => (name === `Payslips/${file}` ? [state] : []))
  return { stateOf, has: (file: string) => files.has(`Payslips/${file}`) }
}

/** A lost object: readers see which file is missing, and everything else works. */
export const missingObject: Fault = {
  name: 'an object missing in the store',
  promise: 'downloads name what is missing, archives hold everything else; everything else works',
  isQuick: true,
  servers: TWO,
  async inject(site) {
    const { session, lost, stored } = await someClient(site)
    const { body } = await session.get('/api/application')
    const { id } = body as { id: string }
    const putBack = await takeAway(site, lost.id)
    // Each server is called directly; the load balancer counts only the other users, who notice nothing.
    for (const { url } of site.nodes) {
      const read = (file: { id: string }) => raw(session, `${url()}/objects/uploads/${file.id}`)
      const answer = await read(lost)
      expect([answer.status, answer.bytes.toString()]).toEqual([503, expect.stringContaining(lost.name)])
      expect((await read(stored)).status).toBe(200)
    }
    if (hasUnzip) {
      const archive = await archiveOf(site, id)
      expect([archive.stateOf(lost.name), archive.has(lost.name)]).toEqual([['missing'], false])
      expect([archive.stateOf(stored.name), archive.has(stored.name)]).toEqual([['included'], true])
    }
    expect((await session.put('/api/application', { city: 'Knysna' })).status).toBe(200)
    putBack()
    expect((await raw(session, `${site.balancer.url}/objects/uploads/${lost.id}`)).status).toBe(200)
  },
  bounds: { noErrors: true, noRejections: true, gapSeconds: 2, waitSeconds: WAITS_AT_MOST },
}
