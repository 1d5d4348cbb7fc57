import { makePdf } from '#test/support/files.ts'
import type { BenchClient } from './server.ts'

const TYPE = 'application/pdf'
const BYTES = 100_000
const SECOND_MS = 1000

/** Files that clients upload repeatedly, one each. */
export async function filesFor(clients: readonly BenchClient[]): Promise<Buffer[]> {
  return Promise.all(clients.map(({ id }) => makePdf({ text: id, size: BYTES })))
}

/** A complete upload: address, bytes, registration; then removal, so that the quota is never used up. */
async function uploadOnce(url: string, { headers }: BenchClient, bytes: Buffer): Promise<void> {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.text()) || '{}'
  }
  const announced = { purpose: 'payslip', contentType: TYPE, size: bytes.length }
  const { uploadURL } = JSON.parse(await call('POST', '/api/objects/upload', announced)) as {
    uploadURL: string
  }
  const address = new URL(uploadURL)
  const sent = await fetch(new URL(address.pathname + address.search, url), {
    method: 'PUT',
    headers: { ...headers, 'content-type': TYPE },
    body: new Uint8Array(bytes),
  })
  if (!sent.ok) throw new Error(`Not taken: ${sent.status} ${await sent.text()}`)
  const [payslipURL] = uploadURL.split('?')
  const registration = { payslipURL, fileName: 'March.pdf' }
  const { id } = JSON.parse(await call('PUT', '/api/payslip-uploads', registration)) as { id: string }
  await call('DELETE', `/api/documents/${id}`)
}

/** Lets clients upload for some seconds, each at its server. @returns the number of files, and the rate per second */
export async function uploadFor(
  seconds: number,
  uploaders: readonly { url: string; client: BenchClient; bytes: Buffer }[],
): Promise<{ done: number; perSecond: number }> {
  const begun = performance.now()
  let done = 0
  await Promise.all(
    uploaders.map(async ({ url, client, bytes }) => {
      while (performance.now() - begun < seconds * SECOND_MS) {
        await uploadOnce(url, client, bytes)
        done += 1
      }
    }),
  )
  return { done, perSecond: (done / (performance.now() - begun)) * SECOND_MS }
}
