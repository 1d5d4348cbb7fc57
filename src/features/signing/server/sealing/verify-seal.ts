import { createHash } from 'node:crypto'
import { Certificate, type SignedData, type SignerInfo } from 'pkijs'
import { isOf, signedDataIn } from './cms.ts'
import { brokenSealsIn, sealIn } from './sealed-range.ts'
import type { SealFinding } from './task.ts'
import { timeOfStamp } from './timestamp-in-seal.ts'

/** Whether a file is as one of these certificates sealed it. Certificates in the file itself are ignored. */
export async function verifySeal(
  file: Uint8Array,
  certificates: readonly Uint8Array[],
): Promise<SealFinding> {
  const ours = certificates.map((der) => Certificate.fromBER(Uint8Array.from(der)))
  const seal = sealIn(file)
  if (seal !== null) {
    const signer = await sealerOf(signedDataIn(seal.cms), ours, seal.covered)
    if (signer !== null) {
      return {
        is: 'intact',
        digest: sha256(seal.covered).toString('hex'),
        imprint: sha256(signer.signature.valueBlock.valueHexView),
        stampedAt: await timeOfStamp(signer),
      }
    }
  }
  const left = [...(seal === null ? [] : [seal.cms]), ...brokenSealsIn(file)].map(signedDataIn)
  return { is: left.some((one) => one !== null && namesOneOf(one, ours)) ? 'changed' : 'foreign' }
}

/** The certificate that made this seal; null unless it is one of ours and the content matches. */
async function sealerOf(
  data: SignedData | null,
  ours: readonly Certificate[],
  covered: Uint8Array,
): Promise<SignerInfo | null> {
  const [signer, ...others] = data?.signerInfos ?? []
  if (data === null || signer === undefined || others.length > 0) return null
  data.certificates = [...ours]
  try {
    const isIntact = await data.verify({
      signer: 0,
      data: Uint8Array.from(covered).buffer,
      checkChain: false,
    })
    return isIntact ? signer : null
  } catch {
    return null
  }
}

function namesOneOf(data: SignedData, ours: readonly Certificate[]): boolean {
  return data.signerInfos.some((signer) => ours.some((certificate) => isOf(signer, certificate)))
}

function sha256(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}
