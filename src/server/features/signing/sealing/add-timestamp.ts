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

/** The third field of a signature's choices: unsigned attributes (RFC 5652, 5.3). */
const UNSIGNED = 1

/**
 * Puts a time-stamp into a seal, as an attribute that its signature does not cover (PAdES B-B becomes B-T). Nothing
 * outside the room of the seal changes, so that the seal stays as valid as it was.
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
  if (token === null) return { undone: 'What was answered is no time-stamp, or none that was asked for.' }
  signer.unsignedAttrs = new SignedAndUnsignedAttributes({
    type: UNSIGNED,
    attributes: [new Attribute({ type: TIMESTAMP_TOKEN, values: [token.toSchema()] })],
  })
  const content: unknown = data.toSchema(true)
  const cms = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content }).toSchema().toBER()
  if (cms.byteLength > seal.cms.length) return { undone: 'There is no room for it in the seal.' }
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
    return { undone: 'It is a time-stamp of something else, or signed by nobody who stamps time.' }
  }
  return { sealed: { ...finding, bytes } }
}

/** What a time-stamp server gave; null where it refused, or answers another question. */
function tokenIn({ request, answer }: Stamping): ContentInfo | null {
  const { status, timeStampToken } = TimeStampResp.fromBER(Uint8Array.from(answer))
  if (status.status !== PKIStatus.granted && status.status !== PKIStatus.grantedWithMods) return null
  if (timeStampToken === undefined) return null
  const { nonce } = stampIn(new SignedData({ schema: timeStampToken.content })) ?? {}
  const asked = TimeStampReq.fromBER(Uint8Array.from(request)).nonce
  return asked !== undefined && nonce?.isEqual(asked) === true ? timeStampToken : null
}
