import { DomainError } from '#base/server/domain-error.ts'
import { createSeal } from '#base/server/seal/create-certificate.ts'
import { sealFromPem, type Seal } from '#base/server/seal/seal.ts'
import { ProcessOverrunError, runSealer } from './sealing/run-sealer.ts'
import { ENCRYPTED, type CertificateFacts } from './sealing/task.ts'

/** Why a document cannot be sealed. */
export type Unsealable = 'encrypted' | 'damaged' | 'too-complex'

const FIRM = 'Trial'
let seal: Promise<Seal> | undefined

/** The firm's key signs only what a client signs. */
function trialSeal(now: Date): Promise<Seal> {
  seal ??= createSeal(FIRM, now).then(({ certificate, key }) =>
    sealFromPem({ certificates: certificate, key }),
  )
  return seal
}

/**
 * Seals a document as the last step of signing does, with a key of its own, and discards the result.
 *
 * @returns why it cannot be sealed; null where it can
 * @throws DomainError unavailable where the machine is too busy to tell
 */
export async function whyUnsealable(bytes: Buffer, now: Date): Promise<Unsealable | null> {
  const { certificate, chain, keyType, sign } = await trialSeal(now)
  const task = { do: 'seal', facts: trialFacts(bytes, now), seal: { certificate, chain, keyType } } as const
  try {
    const outcome = await runSealer(bytes, task, ({ data }) => sign(data))
    if ('sealed' in outcome) return null
    return 'undone' in outcome && outcome.undone === ENCRYPTED ? 'encrypted' : 'damaged'
  } catch (error) {
    if (!(error instanceof ProcessOverrunError)) throw error
    if (error.overrun === 'cpu' || error.overrun === 'memory') return 'too-complex'
    throw new DomainError(
      'unavailable',
      'Our system is very busy, so we couldn’t check the letter yet. Please try again in a moment.',
      { retryAfterSeconds: 10 },
    )
  }
}

function trialFacts(bytes: Buffer, now: Date): CertificateFacts {
  return {
    documentId: FIRM,
    firmName: FIRM,
    tagline: '',
    contact: [],
    title: FIRM,
    version: 1,
    sha256: '0'.repeat(64),
    bytes: bytes.length,
    name: FIRM,
    idNumber: null,
    email: '',
    statements: [],
    wording: '',
    identifiedBy: '',
    ip: null,
    device: '',
    openedAt: now,
    displayedAt: now,
    signedAt: now,
    signature: { by: 'typing', name: FIRM },
    verifyAt: 'https://example.com/verify',
    timestamped: false,
  }
}
