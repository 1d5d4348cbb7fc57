import { createPrivateKey, randomBytes } from 'node:crypto'
import type { JsonName } from '@peculiar/x509'

const VALID_YEARS = 10
const DAY_MS = 24 * 3_600_000
const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** A key, a self-signed certificate, and a certificate signing request; all PEM. */
export interface CreatedSeal {
  key: string
  certificate: string
  request: string
}

/** Creates a seal for a firm without a certificate, or for a demonstration. */
export async function createSeal(firmName: string, now: Date): Promise<CreatedSeal> {
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const keys = await crypto.subtle.generateKey(P256, true, ['sign', 'verify'])
  const name: JsonName = [{ CN: [firmName] }, { O: [firmName] }]
  const usage = x509.KeyUsageFlags.digitalSignature + x509.KeyUsageFlags.nonRepudiation
  const extensions = [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(usage, true),
  ]
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    name,
    keys,
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter: new Date(now.getTime() + VALID_YEARS * 365 * DAY_MS),
    signingAlgorithm: P256,
    extensions,
  })
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name,
    keys,
    signingAlgorithm: P256,
    extensions,
  })
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  return {
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `${certificate.toString('pem')}\n`,
    request: `${request.toString('pem')}\n`,
  }
}
