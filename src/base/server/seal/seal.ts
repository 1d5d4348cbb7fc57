import { createHash, createPrivateKey, sign, verify, X509Certificate, type KeyObject } from 'node:crypto'

/** A seal certificate with a signing function. The key itself stays inside. */
export interface PublicSeal {
  /** DER. */
  certificate: Uint8Array
  /** The chain to its authority, DER. */
  chain: Uint8Array[]
  keyType: 'RSA' | 'EC'
}

/** A certificate with its key, for sealing documents. */
export interface Seal extends PublicSeal {
  /** SHA-256 of the certificate in hexadecimal. */
  fingerprint: string
  /** The certificate with its chain; public. */
  pem: string
  /** The certificate's subject. */
  subject: string
  validFrom: Date
  validUntil: Date
  /** Signs with the key: ECDSA (DER) or RSASSA-PKCS1-v1_5, with SHA-256. */
  sign: (data: Uint8Array) => Promise<Uint8Array>
}

/** The certificate cannot be used; the message says why. */
export class SealError extends Error {
  constructor(problem: string) {
    super(`The seal cannot be used: ${problem}`)
    this.name = 'SealError'
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu

/**
 * A seal from its certificate, its chain and its key (PEM).
 *
 * @throws SealError if they are unreadable, do not match, or are of an unsupported kind
 */
export function sealFromPem({ certificates, key }: { certificates: string; key: string }): Seal {
  const all = certificatesIn(certificates)
  const [first, ...chain] = all
  if (first === undefined) throw new SealError('SEAL_CERTIFICATE holds no certificate in PEM.')
  const privateKey = privateKeyFrom(key)
  if (!first.checkPrivateKey(privateKey)) {
    throw new SealError('SEAL_KEY is not the key of the first certificate in SEAL_CERTIFICATE.')
  }
  return sealOf(first, chain, (data) => Promise.resolve(sign('sha256', data, privateKey)))
}

const PROBE = Buffer.from('Does this key belong to this certificate?')

/**
 * A seal with an external key: a test signature proves that it matches the certificate.
 *
 * @throws SealError if it does not match, or is of an unsupported kind
 */
export async function provenSeal(
  first: X509Certificate,
  chain: readonly X509Certificate[],
  signData: Seal['sign'],
): Promise<Seal> {
  const seal = sealOf(first, chain, signData)
  if (verify('sha256', PROBE, first.publicKey, await signData(PROBE))) return seal
  throw new SealError('the key in SEAL_P12 is not the key of its certificate.')
}

function sealOf(first: X509Certificate, chain: readonly X509Certificate[], signData: Seal['sign']): Seal {
  return {
    certificate: Uint8Array.from(first.raw),
    chain: chain.map(({ raw }) => Uint8Array.from(raw)),
    keyType: keyTypeOf(first.publicKey),
    fingerprint: createHash('sha256').update(first.raw).digest('hex'),
    pem: [first, ...chain].map(String).join(''),
    subject: first.subject.replaceAll('\n', ', '),
    validFrom: new Date(first.validFrom),
    validUntil: new Date(first.validTo),
    sign: signData,
  }
}

/**
 * The certificates in a text, in order.
 *
 * @throws SealError if one of them is unreadable
 */
export function certificatesIn(pem: string): X509Certificate[] {
  try {
    return (pem.match(CERTIFICATE) ?? []).map((text) => new X509Certificate(text))
  } catch {
    throw new SealError('SEAL_CERTIFICATE holds something that is not a certificate.')
  }
}

function privateKeyFrom(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new SealError('SEAL_KEY holds no private key in PEM, or one with a password.')
  }
}

function keyTypeOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): Seal['keyType'] {
  if (asymmetricKeyType === 'rsa') return 'RSA'
  if (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'EC'
  throw new SealError('its key is neither RSA nor on the curve P-256.')
}

/** Whether the certificate is valid now, which sealing requires. */
export function isValidAt({ validFrom, validUntil }: Seal, now: Date): boolean {
  return validFrom <= now && now < validUntil
}
