import type { Context } from '#server/context.ts'

/** How long a signer waits for the time-stamp server; then the seal goes without. */
const WITHIN_MS = 3000
const LARGEST_ANSWER = 64 * 1024

/**
 * A time-stamp of a digest by the server that `SEAL_TSA_URL` names (RFC 3161); null where there is none, it does not
 * answer in time, or answers something else.
 */
export async function timestampOf(
  { settings: { sealTsaUrl }, log }: Pick<Context, 'settings' | 'log'>,
  digest: Uint8Array,
): Promise<Uint8Array | null> {
  if (sealTsaUrl === undefined) return null
  try {
    const { HttpTimestampAuthority } = await import('@libpdf/core')
    const signal = AbortSignal.timeout(WITHIN_MS)
    const authority = new HttpTimestampAuthority(sealTsaUrl.href, {
      timeout: WITHIN_MS,
      fetch: (address, init) => fetch(address, { ...init, signal, redirect: 'error' }),
    })
    const token = await authority.timestamp(digest, 'SHA-256')
    return token.length <= LARGEST_ANSWER && Buffer.from(token).includes(Buffer.from(digest)) ? token : null
  } catch (error) {
    log.warn({ err: error }, 'the time-stamp server gave no time-stamp')
    return null
  }
}
