import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { answerWith } from '#test/support/authenticator-device.ts'
import { openHttpSession } from '#test/support/http.ts'
import { enrolPasskey } from '#test/support/passkeys.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { runDocumentedCheck, SIGNED_LETTER } from '#test/support/signature-evidence.ts'
import { makeSigner, readLetter, sign, type Signer } from '#test/support/signing.ts'
import { hasUnzip, unzip } from '#test/support/unzip.ts'
import { raw } from '#test/support/uploads.ts'

const SITE = 'http://onboarding.localhost'
const device = { origin: SITE, rpId: new URL(SITE).hostname }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { baseUrl: new URL(SITE) } })
})
afterAll(() => server.close())

/** A client who has opened the letter, in a browser at the site. */
async function signer(): Promise<Signer> {
  const made = await makeSigner(server)
  const session = openHttpSession(server.url, { 'x-forwarded-for': '198.51.100.7', origin: SITE })
  for (const [name, value] of made.session.cookies) session.cookies.set(name, value)
  await readLetter(session)
  return { ...made, session }
}

/** Signs the letter with a new passkey. */
async function signByPasskey(client: Signer): Promise<void> {
  const { session, signing } = client
  const { passkey } = await enrolPasskey(session, device)
  const { password: _password, ...rest } = signing
  const asked = await session.post('/api/account/proof-options', {
    signing: { sha256: signing.sha256, statementsVersion: signing.wording },
  })
  const { options, nonce } = asked.body as { options: { challenge: string }; nonce: string }
  const proof = { by: 'passkey', response: answerWith(passkey, options, device), nonce }
  const answer = await session.post('/api/signables/fais-letter/signature', { ...rest, proof })
  expect(answer.status).toBe(200)
}

/** The files of the ZIP that an admin downloads. */
async function download({ applicationId }: Signer): Promise<Map<string, Buffer>> {
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const address = `${server.url}/api/admin/applications/${applicationId}/download`
  return unzip((await raw(admin, address, { method: 'GET' })).bytes)
}

interface Manifest {
  documents: {
    name: string
    signedOnScreen: { letterBytes: number; passkey?: Record<string, string | object> }
  }[]
}

/** The same files with other evidence. */
function withEvidence(
  files: ReadonlyMap<string, Buffer>,
  change: (evidence: Record<string, string | object>) => Record<string, string | object>,
): Map<string, Buffer> {
  const manifest = JSON.parse(String(files.get('manifest.json'))) as Manifest
  for (const { signedOnScreen } of manifest.documents)
    signedOnScreen.passkey = change(signedOnScreen.passkey ?? {})
  return new Map([...files, ['manifest.json', Buffer.from(JSON.stringify(manifest))]])
}

function flipped(bytes: Buffer, at: number, bit = 1): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ bit
  return changed
}

/** A part in base64url with one bit of one byte changed. */
const flippedPart = (part: unknown, at: number, bit?: number) =>
  flipped(Buffer.from(String(part), 'base64url'), at, bit).toString('base64url')

const FLAGS = 32
const USER_VERIFIED = 4

describe.skipIf(!hasUnzip)('the evidence in the ZIP that staff download', () => {
  let files: Map<string, Buffer>
  beforeAll(async () => {
    const client = await signer()
    await signByPasskey(client)
    files = await download(client)
  })

  test('is verified by the documented program, with node:crypto alone', () => {
    const { succeeded, output } = runDocumentedCheck(files)
    expect(output).toContain(SIGNED_LETTER)
    expect(output.match(/: true/gu)).toHaveLength(4)
    expect(succeeded).toBe(true)
  })

  test.each([
    ['the first byte of the letter', () => 0, 'letter'],
    ['the last byte of the letter', (letterBytes: number) => letterBytes - 1, 'letter'],
  ])('is not verified with %s changed', (_what, at, named) => {
    const { documents } = JSON.parse(String(files.get('manifest.json'))) as Manifest
    const letterBytes = documents[0]?.signedOnScreen.letterBytes ?? 0
    const letter = flipped(files.get(SIGNED_LETTER) ?? Buffer.alloc(0), at(letterBytes))
    const { succeeded, output } = runDocumentedCheck(new Map([...files, [SIGNED_LETTER, letter]]))
    expect(succeeded).toBe(false)
    expect(output).toMatch(new RegExp(`${named}': false`, 'u'))
  })

  test.each([
    ['text', 'this text', (text: unknown) => flipped(Buffer.from(String(text)), 40).toString()],
    ['signature', 'signed the answer', (part: unknown) => flippedPart(part, 40)],
    ['authenticatorData', 'signed the answer', (part: unknown) => flippedPart(part, 36)],
    ['authenticatorData', 'verified its owner', (part: unknown) => flippedPart(part, FLAGS, USER_VERIFIED)],
    ['clientDataJSON', 'signed the answer', (part: unknown) => flippedPart(part, 12)],
  ])('is not verified with a byte of %s changed: %s', (name, failed, change) => {
    const changed = withEvidence(files, (evidence) => ({ ...evidence, [name]: change(evidence[name]) }))
    const { succeeded, output } = runDocumentedCheck(changed)
    expect(succeeded).toBe(false)
    expect(output).toContain(`${failed}': false`)
  })

  test('is not verified by another key, nor with a byte of the key changed', () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
    const publicKey = other.export({ format: 'jwk' })
    const exchanged = runDocumentedCheck(withEvidence(files, (evidence) => ({ ...evidence, publicKey })))
    expect(exchanged.output).toContain("signed the answer': false")
    const damaged = withEvidence(files, (evidence) => {
      const key = evidence['publicKey'] as Record<string, string>
      return { ...evidence, publicKey: { ...key, x: flippedPart(key['x'], 3) } }
    })
    expect([exchanged, runDocumentedCheck(damaged)].map(({ succeeded }) => succeeded)).toEqual([false, false])
  })
})

test.skipIf(!hasUnzip)('a letter that was signed with the password has none', async () => {
  const client = await signer()
  expect((await sign(client)).status).toBe(200)
  const files = await download(client)
  expect(String(files.get('manifest.json'))).not.toContain('passkey')
  expect(runDocumentedCheck(files)).toEqual({ succeeded: true, output: '' })
})
