import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { problemSchema } from '#base/rules/api/problem.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { documents } from '#features/access/schema/tables.ts'
import { createDiskStore } from '#base/server/storage/disk-store.ts'
import { encryptedStore } from '#base/server/storage/encrypted-store.ts'
import { makePdf } from '#test/support/files.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { mountSmallDisk } from '#test/support/small-disk.ts'
import { startTestServer } from '#test/support/server.ts'
import { idIn, raw, register, requestAddress, send, upload } from '#test/support/uploads.ts'

const MEGABYTES = 4
const file = { bytes: await makePdf({ size: 600_000 }), type: 'application/pdf' } as const

test('a full disk is reported plainly and leaves nothing behind; with free space again everything continues', async ({
  skip,
}) => {
  const folder = makeFolder('onboarding-small-disk-', tmpdir())
  const unmount = mountSmallDisk(folder, MEGABYTES)
  if (unmount === null) {
    rmSync(folder, { recursive: true })
    skip('Only root can mount a small disk.')
    return
  }
  const server = await startTestServer()
  try {
    const { context } = server
    context.store = encryptedStore(createDiskStore(folder), context.keyring)
    const session = await server.as((await makeClient(context)).username)
    const stored = idIn(await upload(session, 'payslip', file))
    const address = await requestAddress(session)
    await send(session, address, file)
    const filling = path.join(folder, 'filling')
    mkdirSync(filling)
    fill(filling)

    const other = await requestAddress(session)
    for (const answer of [await send(session, other, file), await register(session, 'payslip', address)]) {
      const text = 'bytes' in answer ? answer.bytes.toString() : answer.text
      expect(answer.status).toBe(503)
      expect(problemSchema.parse(JSON.parse(text)).detail).toContain('run out of space')
    }
    expect(readdirSync(path.join(folder, 'objects', 'unfinished'))).toEqual([])
    expect(await context.database.db.select().from(documents)).toHaveLength(1)
    expect((await raw(session, `${server.url}/objects/uploads/${stored}`)).bytes.equals(file.bytes)).toBe(
      true,
    )

    rmSync(filling, { recursive: true })
    expect((await send(session, other, file)).status).toBe(204)
    for (const each of [address, other]) idIn(await register(session, 'payslip', each))
    expect(await context.database.db.select().from(documents)).toHaveLength(3)
  } finally {
    await server.close()
    unmount()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Writes until the disk is full. */
function fill(folder: string): void {
  for (let part = 0; ; part += 1) {
    try {
      writeFileSync(path.join(folder, String(part)), Buffer.alloc(64 * 1024))
    } catch {
      return
    }
  }
}
