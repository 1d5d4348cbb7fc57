import { createHash } from 'node:crypto'
import { fromBER } from 'asn1js'
import { Certificate, ContentInfo, SignedData, type SignerInfo } from 'pkijs'
import { brokenSealsIn, sealIn } from './sealed-range.ts'
import type { SealFinding } from './task.ts'

/** RFC 3161, appendix A. */
const TIMESTAMP_TOKEN = '1.2.840.113549.1.9.16.2.14'

/**
 * Whether a file is as one of these certificates sealed it. Only those count: what else the file brings along with its
 * seal is not looked at.
 */
export async function verifySeal(
  file: Uint8Array,
  certificates: readonly Uint8Array[],
): Promise<SealFinding> {
  const ours = certificates.map((der) => Certificate.fromBER(Uint8Array.from(der)))
  const seal = sealIn(file)
  const data = seal && signedDataIn(seal.cms)
  if (seal !== null && data !== null && (await isSealedBy(data, ours, seal.covered))) {
    const digest = createHash('sha256').update(seal.covered).digest('hex')
    return { is: 'intact', digest, level: isTimestamped(data) ? 'B-T' : 'B-B' }
  }
  const left = [...(seal === null ? [] : [seal.cms]), ...brokenSealsIn(file)].map(signedDataIn)
  return { is: left.some((one) => one !== null && namesOneOf(one, ours)) ? 'changed' : 'foreign' }
}

function signedDataIn(cms: Uint8Array): SignedData | null {
  try {
    const { offset, result } = fromBER(Uint8Array.from(cms))
    if (offset === -1) return null
    return new SignedData({ schema: new ContentInfo({ schema: result }).content })
  } catch {
    return null
  }
}

async function isSealedBy(
  data: SignedData,
  ours: readonly Certificate[],
  covered: Uint8Array,
): Promise<boolean> {
  if (data.signerInfos.length !== 1) return false
  data.certificates = [...ours]
  try {
    return await data.verify({ signer: 0, data: Uint8Array.from(covered).buffer, checkChain: false })
  } catch {
    return false
  }
}

function namesOneOf(data: SignedData, ours: readonly Certificate[]): boolean {
  return data.signerInfos.some((signer) => ours.some((certificate) => isOf(signer, certificate)))
}

function isOf({ sid }: SignerInfo, { issuer, serialNumber }: Certificate): boolean {
  const named = sid as { issuer?: Certificate['issuer']; serialNumber?: Certificate['serialNumber'] }
  return named.serialNumber?.isEqual(serialNumber) === true && named.issuer?.isEqual(issuer) === true
}

function isTimestamped({ signerInfos: [signer] }: SignedData): boolean {
  return signer?.unsignedAttrs?.attributes.some(({ type }) => type === TIMESTAMP_TOKEN) ?? false
}
