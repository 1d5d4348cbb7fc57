import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '#app/server/config/settings.ts'
import { createSeal } from '#base/server/seal/create-certificate.ts'
import { openSeal } from '#base/server/seal/open-seal.ts'
import { provenSeal, sealFromPem, type Seal } from '#base/server/seal/seal.ts'
import { findProtections } from '#features/operations/server/system/protections.ts'
import { hasPdfsig, pdfsig, isSigned } from '#test/support/pdfsig.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { startTestServer } from '#test/support/server.ts'
import {
  createdSeal,
  giveSeal,
  makeSigner,
  sign,
  signable,
  signedDocument,
  verify,
} from '#test/support/signing.ts'
import { hasOpenssl } from '#test/support/timestamp-server.ts'

const PASSWORD = 'a phrase for a seal'
let folder: string
const at = (name: string) => path.join(folder, name)

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })

const KEYS = {
  rsa: ['rsa:2048'],
  ec: ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  wide: ['ec', '-pkeyopt', 'ec_paramgen_curve:secp384r1'],
  edwards: ['ed25519'],
} as const

function makeFiles(): void {
  for (const [name, kind] of Object.entries(KEYS)) {
    const [key, certificate] = [at(`${name}.key`), at(`${name}.crt`)]
    openssl(
      'req',
      '-x509',
      '-newkey',
      ...kind,
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      '-subj',
      '/CN=Protea',
    )
    pack(`${name}.p12`, '-inkey', key, '-in', certificate)
  }
  pack('legacy.p12', '-legacy', '-inkey', at('rsa.key'), '-in', at('rsa.crt'))
  pack('no-key.p12', '-nokeys', '-in', at('rsa.crt'))
  pack('no-certificate.p12', '-nocerts', '-inkey', at('rsa.key'))
  openssl('pkcs8', '-topk8', '-in', at('rsa.key'), '-out', at('locked.key'), '-passout', `pass:${PASSWORD}`)
  writeFileSync(at('text.p12'), 'no PKCS#12 at all')
}

function pack(file: string, ...args: string[]): void {
  openssl('pkcs12', '-export', ...args, '-out', at(file), '-passout', `pass:${PASSWORD}`)
}

const pem = (certificate: string, key: string) => ({ SEAL_CERTIFICATE: at(certificate), SEAL_KEY: at(key) })
const p12 = (file: string, password = PASSWORD) => ({ SEAL_P12: at(file), SEAL_P12_PASSWORD: password })

type Variables = Readonly<Record<string, string>>

const open = (variables: Variables, now = new Date()): Promise<Seal | null> =>
  openSeal(readSettings({ DEMO: '0', ...variables }), now)

describe.skipIf(!hasOpenssl)('a configured seal (files made by openssl)', () => {
  beforeAll(() => {
    folder = makeFolder('onboarding-seals-')
    makeFiles()
  })

  test.each<[string, () => Variables]>([
    ['a certificate and an RSA key', () => pem('rsa.crt', 'rsa.key')],
    ['a certificate and a key on P-256', () => pem('ec.crt', 'ec.key')],
    ['SEAL_P12 with an RSA key', () => p12('rsa.p12')],
    ['SEAL_P12 with a key on P-256', () => p12('ec.p12')],
    ['SEAL_P12 as older programs write it', () => p12('legacy.p12')],
  ])('%s: what is sealed with it is valid, to us and to pdfsig', async (_, variables) => {
    const { seal } = readSettings({ DEMO: '0', ...variables() })
    const server = await startTestServer({ settings: { seal } })
    try {
      const bytes = await signedDocument(server, await makeSigner(server))
      expect((await verify(server, bytes)).verdict.is).toBe('intact')
      if (hasPdfsig) expect(isSigned(pdfsig(at('signed.pdf'), bytes))).toBe(true)
    } finally {
      await server.close()
    }
  })

  test.each<[string, () => Variables, string]>([
    [
      'a key of another certificate',
      () => pem('rsa.crt', 'ec.key'),
      'SEAL_KEY is not the key of the first certificate',
    ],
    [
      'a key behind a password',
      () => pem('rsa.crt', 'locked.key'),
      'no private key in PEM, or one with a password',
    ],
    [
      'a key in place of the certificate',
      () => pem('rsa.key', 'rsa.key'),
      'SEAL_CERTIFICATE holds no certificate',
    ],
    ['a file that is not there', () => pem('gone.crt', 'rsa.key'), 'that SEAL_CERTIFICATE names'],
    ['a key on another curve', () => pem('wide.crt', 'wide.key'), 'neither RSA nor on the curve P-256'],
    ['SEAL_P12 that is not there', () => p12('gone.p12'), 'that SEAL_P12 names'],
    ['SEAL_P12 that is something else', () => p12('text.p12'), 'is not a complete PKCS#12 file'],
    ['SEAL_P12 that is a certificate in PEM', () => p12('rsa.crt'), 'is not a complete PKCS#12 file'],
    ['another passphrase', () => p12('rsa.p12', 'another one'), 'is not opened by SEAL_P12_PASSWORD'],
    ['no passphrase', () => ({ SEAL_P12: at('rsa.p12') }), 'is not opened by SEAL_P12_PASSWORD'],
    ['SEAL_P12 without a key', () => p12('no-key.p12'), 'holds no private key'],
    ['SEAL_P12 without a certificate', () => p12('no-certificate.p12'), 'holds no certificate'],
    ['SEAL_P12 with a key on another curve', () => p12('wide.p12'), 'neither RSA nor on the curve P-256'],
    ['SEAL_P12 with a key of another kind', () => p12('edwards.p12'), 'neither RSA nor on the curve P-256'],
  ])('%s is refused with a plain message', async (_, variables, message) => {
    await expect(open(variables())).rejects.toThrow(message)
  })

  test('no passphrase in a message', async () => {
    await expect(open(p12('rsa.p12', 'another one'))).rejects.not.toThrow('another one')
  })
})

test('a key of another certificate is refused before anything is sealed with it', async () => {
  const [own, other] = [await createSeal('Protea', new Date()), await createSeal('Protea', new Date())]
  const { sign: signData } = sealFromPem({ certificates: own.certificate, key: own.key })
  await expect(provenSeal(new X509Certificate(own.certificate), [], signData)).resolves.toMatchObject({
    keyType: 'EC',
  })
  await expect(provenSeal(new X509Certificate(other.certificate), [], signData)).rejects.toThrow(
    'is not the key of its certificate',
  )
})

const YEAR_MS = 365 * 24 * 3_600_000

test.each([
  ['ran out', -11 * YEAR_MS, 'expired on'],
  ['is not valid yet', 30 * 24 * 3_600_000, 'is valid from'],
])(
  'with a certificate that %s the site works, clients sign on paper, and System says why',
  async (_, ms, message) => {
    const server = await startTestServer()
    try {
      const { context } = server
      const signer = await makeSigner(server)
      giveSeal(context, await createdSeal(new Date(Date.now() + ms)))
      expect(await signable(signer.session)).toMatchObject({ unsignable: 'no-seal' })
      expect(await sign(signer)).toMatchObject({ status: 409, text: expect.stringContaining('on paper') })
      const signing = (await findProtections(context)).find(({ name }) => name === 'signing')
      expect(signing).toMatchObject({ state: 'off', detail: expect.stringContaining(message) })
      expect(signing?.detail).toContain('Clients sign on paper')
    } finally {
      await server.close()
    }
  },
)
