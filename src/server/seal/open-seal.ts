import { X509Certificate } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '#server/config/settings.ts'
import { SealError, sealFromPem, sealOf, type Seal } from './seal.ts'

type SealSettings = Pick<Settings, 'seal' | 'demo' | 'dataDir' | 'branding'>

/** Where a demonstration keeps the seal that it made for itself. */
const SEAL_FILE = 'seal.pem'

/**
 * What this deployment seals with: as configured, or of its own making in a demonstration. Null where there is none:
 * nothing is signed on the screen then.
 *
 * @throws SealError where what is configured cannot be used
 */
export async function openSeal(settings: SealSettings, now: Date): Promise<Seal | null> {
  const { seal, demo, dataDir, branding } = settings
  if (seal?.from === 'pem') {
    return sealFromPem({
      certificates: fileAt('SEAL_CERTIFICATE', seal.certificate),
      key: fileAt('SEAL_KEY', seal.key),
    })
  }
  if (seal?.from === 'p12') return sealFromP12(seal)
  if (!demo) return null
  const pem = await ownSeal(join(dataDir, SEAL_FILE), branding.firmName, now)
  return sealFromPem({ certificates: pem, key: pem })
}

function fileAt(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new SealError(`the file that ${variable} names, ${path}, cannot be read.`)
  }
}

async function sealFromP12({ path, password }: { path: string; password: string }): Promise<Seal> {
  const { P12Signer } = await import('@libpdf/core')
  const bytes = p12At(path)
  try {
    const signer = await P12Signer.create(Uint8Array.from(bytes), password)
    const chain = signer.certificateChain.map((der) => new X509Certificate(der))
    return sealOf(new X509Certificate(signer.certificate), chain, {
      keyType: signer.keyType,
      sign: (data) => signer.sign(data, 'SHA-256'),
    })
  } catch {
    throw new SealError(`SEAL_P12, ${path}, holds no key and certificate that SEAL_P12_PASSWORD opens.`)
  }
}

function p12At(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw new SealError(`the file that SEAL_P12 names, ${path}, cannot be read.`)
  }
}

/** Whole or not at all; of two servers that start together one makes it, and the other reads it. */
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
