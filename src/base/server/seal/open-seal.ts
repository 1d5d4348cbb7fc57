import { X509Certificate } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '#base/server/config/settings.ts'
import { provenSeal, SealError, sealFromPem, type Seal } from './seal.ts'

type SealSettings = Pick<Settings, 'seal' | 'demo' | 'dataDir' | 'branding'>

/** The generated seal of a demonstration. */
const SEAL_FILE = 'seal.pem'

/**
 * The configured seal, or a generated one in a demonstration. Null for none, which disables on-screen signing.
 *
 * @throws SealError if the configured seal cannot be used
 */
export async function openSeal(settings: SealSettings, now: Date): Promise<Seal | null> {
  const { seal, demo, dataDir, branding } = settings
  if (seal?.from === 'pem') {
    return sealFromPem({
      certificates: String(fileAt('SEAL_CERTIFICATE', seal.certificate)),
      key: String(fileAt('SEAL_KEY', seal.key)),
    })
  }
  if (seal?.from === 'p12') return sealFromP12(seal)
  if (!demo) return null
  const pem = await ownSeal(join(dataDir, SEAL_FILE), branding.firmName, now)
  return sealFromPem({ certificates: pem, key: pem })
}

function fileAt(variable: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw new SealError(`the file that ${variable} names, ${path}, cannot be read.`)
  }
}

async function sealFromP12({ path, password }: { path: string; password: string }): Promise<Seal> {
  const { P12Signer } = await import('@libpdf/core')
  const bytes = Uint8Array.from(fileAt('SEAL_P12', path))
  const signer = await P12Signer.create(bytes, password).catch((error: unknown) => {
    throw new SealError(`SEAL_P12, ${path}, ${whatIsWrong(error)}`)
  })
  const chain = signer.certificateChain.map((der) => new X509Certificate(der))
  return provenSeal(new X509Certificate(signer.certificate), chain, (data) => signer.sign(data, 'SHA-256'))
}

/** The library's errors for a file it cannot open, and our messages. */
const P12_PROBLEMS: readonly (readonly [opensslMessage: RegExp, message: string])[] = [
  [/integrity|password|decrypt/iu, 'is not opened by SEAL_P12_PASSWORD, or was damaged.'],
  [/no private key/iu, 'holds no private key.'],
  [/no certificate/iu, 'holds no certificate.'],
  [/key algorithm/iu, 'holds a key that is neither RSA nor on the curve P-256.'],
]

function whatIsWrong(error: unknown): string {
  const [, ours] = P12_PROBLEMS.find(([pattern]) => pattern.test(String(error))) ?? []
  return ours ?? 'is not a complete PKCS#12 file (.p12, .pfx).'
}

/** Atomic; of two servers that start together one creates it, and the other reads it. */
async function ownSeal(file: string, firmName: string, now: Date): Promise<string> {
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const { createSeal } = await import('./create-certificate.ts')
  const { key, certificate } = await createSeal(firmName, now)
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${certificate}${key}`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}
