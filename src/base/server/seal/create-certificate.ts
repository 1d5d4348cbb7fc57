import { randomBytes } from 'node:crypto'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'

const VALID_YEARS = 10
const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
/** Object identifiers (RFC 5280; the request for extensions: RFC 2985). */
const COMMON_NAME = '2.5.4.3'
const ORGANISATION = '2.5.4.10'
const KEY_USAGE = '2.5.29.15'
const BASIC_CONSTRAINTS = '2.5.29.19'
const EXTENSION_REQUEST = '1.2.840.113549.1.9.14'
/** X.509 counts from 0. */
const X509_V3 = 2
/** The first two bits of KeyUsage. */
const SIGNATURE_AND_NON_REPUDIATION = 0b1100_0000

/** A key, a self-signed certificate, and a certificate signing request; all PEM. */
export interface CreatedSeal {
  key: string
  certificate: string
  request: string
}

/** Creates a seal for a firm without a certificate, or for a demonstration. */
export async function createSeal(firmName: string, now: Date): Promise<CreatedSeal> {
  const [{ Integer, Utf8String, BitString }, pki] = await Promise.all([import('asn1js'), import('pkijs')])
  const keys = await crypto.subtle.generateKey(P256, true, ['sign', 'verify'])
  const nameParts = [COMMON_NAME, ORGANISATION].map(
    (type) => new pki.AttributeTypeAndValue({ type, value: new Utf8String({ value: firmName }) }),
  )
  const name = new pki.RelativeDistinguishedNames({ typesAndValues: nameParts })
  const constraints = new pki.BasicConstraints({ cA: false }).toSchema()
  const usage = new BitString({
    valueHex: Uint8Array.of(SIGNATURE_AND_NON_REPUDIATION).buffer,
    unusedBits: 6,
  })
  const extensions = [
    new pki.Extension({ extnID: BASIC_CONSTRAINTS, critical: true, extnValue: constraints.toBER() }),
    new pki.Extension({ extnID: KEY_USAGE, critical: true, extnValue: usage.toBER() }),
  ]

  const certificate = new pki.Certificate({
    version: X509_V3,
    serialNumber: new Integer({ valueHex: Uint8Array.of(1, ...randomBytes(15)).buffer }),
    issuer: name,
    subject: name,
    notBefore: new pki.Time({ value: new Date(now.getTime() - DAY_MS) }),
    notAfter: new pki.Time({ value: new Date(now.getTime() + VALID_YEARS * 365 * DAY_MS) }),
    extensions,
  })
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  await certificate.sign(keys.privateKey, P256.hash)

  const asked = new pki.Extensions({ extensions }).toSchema()
  const request = new pki.CertificationRequest({
    subject: name,
    attributes: [new pki.Attribute({ type: EXTENSION_REQUEST, values: [asked] })],
  })
  await request.subjectPublicKeyInfo.importKey(keys.publicKey)
  await request.sign(keys.privateKey, P256.hash)

  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    key: pemOf('PRIVATE KEY', pkcs8),
    certificate: pemOf('CERTIFICATE', certificate.toSchema().toBER()),
    request: pemOf('CERTIFICATE REQUEST', request.toSchema().toBER()),
  }
}

/** RFC 7468: lines of 64 characters. */
function pemOf(label: string, der: ArrayBuffer): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replaceAll(/.{64}(?=.)/gu, '$&\n')
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}
