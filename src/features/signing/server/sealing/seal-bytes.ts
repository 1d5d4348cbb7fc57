import { PDF, type Signer } from '@libpdf/core'
import type { PublicSeal } from '#base/server/seal/seal.ts'
import { appendTagged } from './append-tagged.ts'
import { makeCertificatePage } from './certificate-page.ts'
import { ENCRYPTED, type CertificateFacts, type Outcome } from './task.ts'
import { verifySeal } from './verify-seal.ts'

/** Bytes reserved for a time-stamp and its certificates; the certificates of the seal are added to it. */
const RESERVED_BYTES = 16 * 1024

/**
 * Adds the certificate page to a document and seals both (PAdES B-B), with space for a time-stamp. The sealed file
 * starts with the original's bytes, unchanged.
 *
 * @param sign signs with the private key, which stays in the server process
 */
export async function sealBytes(
  bytes: Uint8Array,
  { facts, seal }: { facts: CertificateFacts; seal: PublicSeal },
  sign: Signer['sign'],
): Promise<Outcome> {
  const pdf = await PDF.load(bytes)
  if (pdf.isEncrypted) return { undone: ENCRYPTED }
  const certificate = await PDF.load(await makeCertificatePage(facts))
  await appendTagged(pdf, certificate)
  const { bytes: sealed } = await pdf.sign({
    signer: signerOf(seal, sign),
    signingTime: facts.signedAt,
    reason: `${facts.title}, version ${facts.version}, signed by ${facts.name}`,
    location: facts.verifyAt,
    level: 'B-B',
    estimatedSize:
      RESERVED_BYTES + [seal.certificate, ...seal.chain].reduce((sum, { length }) => sum + length, 0),
  })
  const begins = Buffer.from(sealed.buffer, sealed.byteOffset, bytes.length).equals(bytes)
  const finding = await verifySeal(sealed, [seal.certificate])
  if (!begins || finding.is !== 'intact') return { undone: 'A seal would not cover all of it.' }
  return { sealed: { ...finding, bytes: sealed } }
}

function signerOf({ certificate, chain, keyType }: PublicSeal, sign: Signer['sign']): Signer {
  const signatureAlgorithm = keyType === 'EC' ? 'ECDSA' : 'RSASSA-PKCS1-v1_5'
  return { certificate, certificateChain: chain, keyType, signatureAlgorithm, sign }
}
