import { createHash } from 'node:crypto'
import { PDF, type Signer, type TimestampAuthority } from '@libpdf/core'
import type { PublicSeal } from '#server/seal/seal.ts'
import { makeCertificatePage } from './certificate-page.ts'
import { sealIn } from './sealed-range.ts'
import type { CertificateFacts, Outcome, Sealed } from './task.ts'

/** What signs the seal, and what stamps its time: both lie with the server. */
export interface Helpers {
  sign: (data: Uint8Array) => Promise<Uint8Array>
  /** Null where there is none, or none in time. */
  timestamp: (digest: Uint8Array) => Promise<Uint8Array | null>
}

/**
 * Adds the certificate page to a document and seals both (PAdES B-B, or B-T where there is a time-stamp). The sealed
 * file begins with the document's own bytes, unchanged.
 */
export async function sealBytes(
  bytes: Uint8Array,
  { facts, seal }: { facts: CertificateFacts; seal: PublicSeal },
  helpers: Helpers,
): Promise<Outcome> {
  const page = await makeCertificatePage(facts)
  const signer: Signer = {
    certificate: seal.certificate,
    certificateChain: seal.chain,
    keyType: seal.keyType,
    signatureAlgorithm: seal.keyType === 'EC' ? 'ECDSA' : 'RSASSA-PKCS1-v1_5',
    sign: helpers.sign,
  }
  const sealed =
    (facts.timestamped ? await withTimestamp(bytes, { page, facts, signer }, helpers) : null) ??
    (await sealOnce(bytes, { page, facts, signer }, null))
  if (sealed === null) return { unsealable: 'A seal would not cover all of it.' }
  return { sealed }
}

interface Parts {
  page: Uint8Array
  facts: CertificateFacts
  signer: Signer
}

/** A time-stamp that is not to be had, or that is none, costs a level and never the signature. */
async function withTimestamp(bytes: Uint8Array, parts: Parts, helpers: Helpers): Promise<Sealed | null> {
  const authority: TimestampAuthority = {
    async timestamp(digest) {
      const token = await helpers.timestamp(digest)
      if (token === null) throw new Error('There is no time-stamp.')
      return token
    },
  }
  try {
    return await sealOnce(bytes, parts, authority)
  } catch {
    return null
  }
}

async function sealOnce(
  bytes: Uint8Array,
  { page, facts, signer }: Parts,
  timestampAuthority: TimestampAuthority | null,
): Promise<Sealed | null> {
  const pdf = await PDF.load(bytes)
  if (pdf.isEncrypted) return null
  const certificate = await PDF.load(page)
  await pdf.copyPagesFrom(
    certificate,
    Array.from({ length: certificate.getPageCount() }, (_, index) => index),
  )
  const level = timestampAuthority === null ? 'B-B' : 'B-T'
  const { bytes: sealed } = await pdf.sign({
    signer,
    signingTime: facts.signedAt,
    reason: `${facts.title}, version ${facts.version}, signed by ${facts.name}`,
    location: facts.verifyAt,
    level,
    ...(timestampAuthority && { timestampAuthority }),
  })
  const found = sealIn(sealed)
  const begins = Buffer.from(sealed.buffer, sealed.byteOffset, bytes.length).equals(bytes)
  if (found === null || !begins) return null
  return { bytes: sealed, level, digest: createHash('sha256').update(found.covered).digest('hex') }
}
