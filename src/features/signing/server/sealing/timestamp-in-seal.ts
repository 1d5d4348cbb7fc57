import {
  Certificate,
  ContentInfo,
  ExtKeyUsage,
  id_eContentType_TSTInfo,
  id_ExtKeyUsage,
  id_sha256,
  SignedData,
  TSTInfo,
  type SignerInfo,
} from 'pkijs'
import { isOf } from './cms.ts'

/** The attribute of a signature that holds its time-stamp (RFC 3161, appendix A). */
export const TIMESTAMP_TOKEN = '1.2.840.113549.1.9.16.2.14'
/** What the certificate of a time-stamp server is for (RFC 3161, 2.3). */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/**
 * The time of a signature's time-stamp; null without a valid one. The stamp must be of this signature, signed by its
 * embedded certificate, which must be for time-stamping. Whether that certificate is trusted is for the reader to
 * decide.
 */
export async function timeOfStamp({ unsignedAttrs, signature }: SignerInfo): Promise<Date | null> {
  const token: unknown = unsignedAttrs?.attributes.find(({ type }) => type === TIMESTAMP_TOKEN)?.values[0]
  if (token === undefined) return null
  try {
    const data = new SignedData({ schema: new ContentInfo({ schema: token }).content })
    const info = stampIn(data)
    if (info === null || !isByStamper(data)) return null
    // For a time-stamp, this also compares its imprint.
    const stamped = Uint8Array.from(signature.valueBlock.valueHexView).buffer
    return (await data.verify({ signer: 0, data: stamped, checkChain: false })) ? info.genTime : null
  } catch {
    return null
  }
}

/** The content of a time-stamp; null for anything else. */
export function stampIn({ encapContentInfo: { eContentType, eContent } }: SignedData): TSTInfo | null {
  if (eContentType !== id_eContentType_TSTInfo || eContent === undefined) return null
  const info = TSTInfo.fromBER(eContent.getValue())
  return info.messageImprint.hashAlgorithm.algorithmId === id_sha256 ? info : null
}

function isByStamper({ certificates = [], signerInfos }: SignedData): boolean {
  const [signer, ...others] = signerInfos
  if (signer === undefined || others.length > 0) return false
  const own = certificates.find((one) => one instanceof Certificate && isOf(signer, one))
  if (!(own instanceof Certificate)) return false
  const usage: unknown = own.extensions?.find(({ extnID }) => extnID === id_ExtKeyUsage)?.parsedValue
  return usage instanceof ExtKeyUsage && usage.keyPurposes.includes(TIME_STAMPING)
}
