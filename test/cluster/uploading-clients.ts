import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Application } from '#features/applications/api/application.ts'
import { makePdf } from '#test/support/files.ts'
import { openHttpSession, type HttpSession } from '#test/support/http.ts'
import { idIn, isTaken, raw, register, requestAddress, send } from '#test/support/uploads.ts'

/** Clients that upload and remove files, and their responses. */
export interface UploadingClients {
  begin: () => void
  stop: () => Promise<void>
  /** Ids of acknowledged registrations and removals. */
  acknowledged: () => { registered: string[]; removed: string[] }
  /** Compares with the stored files. @returns differences to what was acknowledged, as text */
  lost: () => Promise<string[]>
}

interface Client {
  session: HttpSession
  files: Map<string, { sha256: string; removal: 'none' | 'asked' | 'acknowledged' }>
}

const MAX_FILES = 3
const FILE_BYTES = 20_000
/** Spreads the hourly upload limit over a fault and the time after it. */
const PAUSE_MS = 400
const PAUSE_AFTER_FAILURE_MS = 500
const REMOVED = 204

/** Clients of these sessions, without uploads yet. */
export function openUploadingClients(tokens: readonly string[], url: string): UploadingClients {
  const clients: Client[] = tokens.map((token) => {
    const session = openHttpSession(url)
    session.cookies.set('session', token)
    return { session, files: new Map() }
  })
  const stopping = new AbortController()
  let working: Promise<unknown> = Promise.resolve()
  const work = async (client: Client) => {
    while (!stopping.signal.aborted) {
      const isDone = await uploadOrRemove(client).catch(() => false)
      await wait(isDone ? PAUSE_MS : PAUSE_AFTER_FAILURE_MS)
    }
  }
  return {
    begin() {
      working = Promise.all(clients.map(work))
    },
    async stop() {
      stopping.abort()
      await working
    },
    acknowledged() {
      const files = clients.flatMap((client) => [...client.files])
      return {
        registered: files.map(([id]) => id),
        removed: files.flatMap(([id, { removal }]) => (removal === 'acknowledged' ? [id] : [])),
      }
    },
    lost: async () => (await Promise.all(clients.map((client) => lostOf(client, url)))).flat(),
  }
}

/** @returns whether it was acknowledged */
async function uploadOrRemove({ session, files }: Client): Promise<boolean> {
  const there = [...files].filter(([, { removal }]) => removal === 'none')
  const [oldest] = there
  if (oldest !== undefined && there.length >= MAX_FILES) {
    const [id, file] = oldest
    file.removal = 'asked'
    const { status } = await session.delete(`/api/documents/${id}`)
    if (status === REMOVED) file.removal = 'acknowledged'
    return status === REMOVED
  }
  const name = `${randomUUID()}.pdf`
  const bytes = await makePdf({ text: name, size: FILE_BYTES })
  const address = await requestAddress(session)
  if (!isTaken(await send(session, address, { bytes, type: 'application/pdf' }))) return false
  const id = idIn(await register(session, 'payslip', address, { name }))
  files.set(id, { sha256: sha256Of(bytes), removal: 'none' })
  return true
}

async function lostOf({ session, files }: Client, url: string): Promise<string[]> {
  const { payslipUploads } = (await session.get('/api/application')).body as Application
  const listed = new Map(payslipUploads.map((file) => [file.id, file]))
  const wrong: string[] = []
  for (const [id, { sha256, removal }] of files) {
    const file = listed.get(id)
    if (removal === 'acknowledged' && file !== undefined) wrong.push(`${id} was removed, and is there`)
    if (removal === 'none' && file === undefined) wrong.push(`${id} was registered, and is not there`)
    if (file === undefined) continue
    const { status, bytes } = await raw(session, new URL(file.url, url).href)
    if (status !== 200 || sha256Of(bytes) !== sha256) wrong.push(`${id} comes back otherwise (${status})`)
  }
  return wrong
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
