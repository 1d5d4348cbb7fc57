import {
  Attribute,
  ContentInfo,
  PKIStatus,
  SignedAndUnsignedAttributes,
  SignedData,
  TimeStampReq,
  TimeStampResp,
} from 'pkijs'
import { signedDataIn } from './cms.ts'
import { sealIn } from './sealed-range.ts'
import type { Outcome, Stamping } from './task.ts'
import { stampIn, TIMESTAMP_TOKEN } from './timestamp-in-seal.ts'
import { verifySeal } from './verify-seal.ts'

/** The tag of the unsigned attributes of a SignerInfo (RFC 5652, 5.3). */
const UNSIGNED = 1

/**
 * Adds a time-stamp to a seal as an unsigned attribute (PAdES B-B becomes B-T). Only reserved bytes of the seal change,
 * so it stays valid.
 */
export async function addTimestamp(
  file: Uint8Array,
  { stamping, certificates }: { stamping: Stamping; certificates: readonly Uint8Array[] },
): Promise<Outcome> {
  const seal = sealIn(file)
  const data = seal && signedDataIn(seal.cms)
  const [signer] = data?.signerInfos ?? []
  if (seal === null || data === null || signer === undefined) return { undone: 'There is no seal.' }
  const token = tokenIn(stamping)
  if (token === null) return { undone: 'The response is not a timestamp, or not the requested one.' }
  signer.unsignedAttrs = new SignedAndUnsignedAttributes({
    type: UNSIGNED,
    attributes: [new Attribute({ type: TIMESTAMP_TOKEN, values: [token.toSchema()] })],
  })
  const content: unknown = data.toSchema(true)
  const cms = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content }).toSchema().toBER()
  if (cms.byteLength > seal.cms.length) return { undone: 'The seal has no space for it.' }
  const bytes = Buffer.from(file)
  bytes.write(
    Buffer.from(cms)
      .toString('hex')
      .padEnd(seal.cms.length * 2, '0'),
    seal.at,
    'latin1',
  )
  const finding = await verifySeal(bytes, certificates)
  if (finding.is !== 'intact' || finding.stampedAt === null) {
    return { undone: 'It is a time-stamp of something else, or its signer is no time-stamp server.' }
  }
  return { sealed: { ...finding, bytes } }
}

/** The token of a time-stamp response; null where it was refused, or answers another request. */
function tokenIn({ request, answer }: Stamping): ContentInfo | null {
  const { status, timeStampToken } = TimeStampResp.fromBER(Uint8Array.from(answer))
  if (status.status !== PKIStatus.granted && status.status !== PKIStatus.grantedWithMods) return null
  if (timeStampToken === undefined) return null
  const { nonce } = stampIn(new SignedData({ schema: timeStampToken.content })) ?? {}
  const asked = TimeStampReq.fromBER(Uint8Array.from(request)).nonce
  return asked !== undefined && nonce?.isEqual(asked) === true ? timeStampToken : null
}
