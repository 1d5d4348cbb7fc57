import { fromBER } from 'asn1js'
import { ContentInfo, SignedData, type Certificate, type SignerInfo } from 'pkijs'

/** The signed data of a CMS message (RFC 5652); null for anything else. */
export function signedDataIn(cms: Uint8Array): SignedData | null {
  try {
    const { offset, result } = fromBER(Uint8Array.from(cms))
    if (offset === -1) return null
    return new SignedData({ schema: new ContentInfo({ schema: result }).content })
  } catch {
    return null
  }
}

/** Whether a signature names this certificate as its signer's. */
export function isOf({ sid }: SignerInfo, { issuer, serialNumber }: Certificate): boolean {
  const named = sid as { issuer?: Certificate['issuer']; serialNumber?: Certificate['serialNumber'] }
  return named.serialNumber?.isEqual(serialNumber) === true && named.issuer?.isEqual(issuer) === true
}
