import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { demoClients } from '#app/demo/demo-clients.ts'
import { makeFaisLetter } from '#features/signing/server/fais-letter/make-fais-letter.ts'
import { someCertificateFacts, someLetterFacts } from '#test/support/letters.ts'
import { playsLongRounds } from '#test/support/long-rounds.ts'
import { hasPdfsig, pdfsig, isSigned } from '#test/support/pdfsig.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { giveSeal, makeSigner, signedDocument, verify } from '#test/support/signing.ts'
import {
  giveTimestampServer,
  hasOpenssl,
  opensslStamper,
  uselessStampers,
} from '#test/support/timestamp-server.ts'
import { raw } from '#test/support/uploads.ts'
import { createSeal } from '#base/server/seal/create-certificate.ts'
import { sealFromPem, type Seal } from '#base/server/seal/seal.ts'
import { runSealer } from './sealing/run-sealer.ts'
import { sealIn } from './sealing/sealed-range.ts'
import { verifySeal } from './sealing/verify-seal.ts'

/** Checks signed files with independent programs: Debian's pdfsig, openssl, and coreutils. */

let folder: string
let server: TestServer
let certificate: string
beforeAll(async () => {
  folder = makeFolder('onboarding-signing-')
  const made = await createSeal('Protea Private Wealth', new Date())
  certificate = made.certificate
  writeFileSync(path.join(folder, 'ca.pem'), certificate)
  server = await startTestServer()
  giveSeal(server.context, sealFromPem({ certificates: certificate, key: made.key }))
})
afterAll(() => server.close())

function sealOfServer(): Seal {
  const { seal } = server.context
  if (seal === null) throw new Error('There is no seal.')
  return seal
}

function keep(name: string, bytes: Uint8Array): string {
  const file = path.join(folder, name)
  writeFileSync(file, bytes)
  return file
}

/** Whether openssl accepts the seal of a file as made by this certificate over the whole file. */
function opensslVerifies(bytes: Buffer): string {
  const seal = sealIn(bytes)
  if (seal === null) return 'There is no seal.'
  const args = ['cms', '-verify', '-inform', 'DER', '-in', keep('cms.der', seal.cms), '-binary']
  const files = ['-content', keep('covered', seal.covered), '-CAfile', path.join(folder, 'ca.pem')]
  const { stderr } = spawnSync('openssl', [...args, ...files, '-out', '/dev/null'], { encoding: 'utf8' })
  return stderr.trim()
}

/** The signed document in the ZIP that staff download. */
async function fromArchive(applicationId: string): Promise<Buffer> {
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const address = `${server.url}/api/admin/applications/${applicationId}/download`
  const archive = keep('all.zip', (await raw(admin, address, { method: 'GET' })).bytes)
  const name = 'Signed FAIS document/FAIS disclosure letter, signed.pdf'
  return execFileSync('unzip', ['-p', archive, name], { maxBuffer: 32 * 1024 * 1024 })
}

describe.runIf(hasPdfsig && hasOpenssl)('the signed letter, as in the ZIP', () => {
  test('is valid to pdfsig and to openssl, and begins with the letter that was opened', async () => {
    const signer = await makeSigner(server, { letter: await makeFaisLetter(someLetterFacts()) })
    const bytes = await signedDocument(server, signer)
    const archived = await fromArchive(signer.applicationId)
    expect(archived.equals(bytes)).toBe(true)
    const [before, after] = [await readPdf(signer.letter), await readPdf(archived)]
    expect(after.parts.slice(0, before.pages)).toEqual(before.parts)
    expect(after.parts.at(-1)).toContainEqual(['H1', 'Certificate of signature'])
    const file = path.join(folder, 'signed.pdf')
    const output = pdfsig(file, archived)
    for (const line of ['Signature is Valid', 'Total document signed', 'ETSI.CAdES.detached', 'SHA-256']) {
      expect(output).toContain(line)
    }
    expect(output.match(/Signature #/gu)).toHaveLength(1)
    expect(opensslVerifies(archived)).toBe('CMS Verification successful')
    const proof = `head -c ${signer.letter.length} "$1" | sha256sum`
    const sum = execFileSync('sh', ['-c', proof, 'sh', file], { encoding: 'utf8' })
    expect(sum.split(' ')[0]).toBe(signer.signing.sha256)
    const manifest = execFileSync('unzip', ['-p', path.join(folder, 'all.zip'), 'manifest.json'], {
      encoding: 'utf8',
    })
    expect(JSON.parse(manifest)).toMatchObject({
      documents: [
        {
          signedOnScreen: {
            letterVersion: 1,
            letterSha256: sum.split(' ')[0],
            letterBytes: signer.letter.length,
          },
        },
      ],
    })
  })

  test('is invalid to pdfsig, openssl and /verify with a byte changed', async () => {
    const bytes = await signedDocument(server, await makeSigner(server))
    const changed = Buffer.from(bytes)
    changed[700] = (changed[700] ?? 0) ^ 1
    expect(pdfsig(path.join(folder, 'changed.pdf'), changed)).toContain('Digest Mismatch')
    expect(opensslVerifies(changed)).toContain('Verification failure')
    expect((await verify(server, changed)).verdict.is).toBe('changed')
  })
})

test.skipIf(hasPdfsig && hasOpenssl)(
  'pdfsig (poppler-utils) or openssl is not installed: skipped',
  () => undefined,
)

const NAMES = [
  ...demoClients.flatMap(({ answers: { fullName } }) => fullName ?? []),
  'Thandiwe Nkosi',
  'André Müller',
  'Siobhán O’Neill-Ó Briain',
  'Łukasz Żółć',
  'Nguyễn Văn Šimon',
  '王小明',
  'נועה לוי',
  'محمد الأمين',
  'Zoë 💰 van der Merwe',
  '👩🏽‍🚀 Astronaut',
  'İbrahim Çağlar',
  'Ελένη Παπαδοπούλου',
  'Ольга Иванова',
  'A',
  'Maria da Conceição e Silva Rodrigues de Albuquerque Cavalcanti Wolfeschlegelsteinhausenbergerdorff'.repeat(
    2,
  ),
  '\u202Eeman desrever',
  'ﬁligree ﬂow',
  'Ngũgĩ wa Thiong’o',
  'ดวงใจ',
  'देवी',
]

const LETTERS = playsLongRounds() ? 200 : 40

test(
  `${LETTERS} letters (in npm run test:long 200) with names in any letters are sealed, and every seal is valid`,
  { timeout: 240_000 },
  async () => {
    const { certificate: der, chain, keyType, sign } = sealOfServer()
    const seal = { certificate: der, chain, keyType }
    const letter = await makeFaisLetter(someLetterFacts())
    for (let index = 0; index < LETTERS; index += 1) {
      const name = `${NAMES[index % NAMES.length]} ${Math.floor(index / NAMES.length) || ''}`.trim()
      const task = { do: 'seal', facts: someCertificateFacts(name), seal } as const
      const outcome = await runSealer(letter, task, ({ data }) => sign(data))
      if (!('sealed' in outcome)) throw new Error(`${name}: ${JSON.stringify(outcome)}`)
      const { bytes } = outcome.sealed
      expect([name, (await verifySeal(bytes, [der])).is]).toEqual([name, 'intact'])
      if (!hasPdfsig) continue
      expect([name, isSigned(pdfsig(path.join(folder, 'one.pdf'), bytes))]).toEqual([name, true])
    }
  },
)

describe.runIf(hasOpenssl)('with a time-stamp server', () => {
  test('the seal is B-T, and as valid as before', async () => {
    await giveTimestampServer(server, opensslStamper().stamp)
    const bytes = await signedDocument(server, await makeSigner(server))
    expect((await verify(server, bytes)).verdict).toMatchObject({ is: 'intact', signature: { level: 'B-T' } })
    expect(opensslVerifies(bytes)).toBe('CMS Verification successful')
    if (hasPdfsig) expect(pdfsig(path.join(folder, 'timed.pdf'), bytes)).toContain('Signature is Valid')
  })

  test.each(uselessStampers())('one that %s costs a level, and never the signature', async (_, stamper) => {
    await giveTimestampServer(server, stamper)
    const signer = await makeSigner(server)
    const began = performance.now()
    const bytes = await signedDocument(server, signer)
    expect(performance.now() - began).toBeLessThan(6000)
    expect((await verify(server, bytes)).verdict).toMatchObject({ is: 'intact', signature: { level: 'B-B' } })
  })
})
