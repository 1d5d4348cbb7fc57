/** Where something belongs: the trace, and within it what it is a part of (W3C Trace Context, hexadecimal digits). */
export interface Place {
  traceId: string
  spanId: string
}

/** Version, trace, parent, flags; later versions may say more behind them. 255 is no version. */
const TRACEPARENT =
  /^(?<version>(?!ff)[\da-f]{2})-(?<traceId>(?!0{32})[\da-f]{32})-(?<spanId>(?!0{16})[\da-f]{16})-[\da-f]{2}(?<more>-.*)?$/u

/**
 * Where a caller says that its call belongs; null where it says nothing, or nothing that can be read.
 *
 * Its flag is not looked at: whether something is recorded is ours to say, and no stranger's.
 */
export function readTraceparent(header: string | string[] | undefined): Place | null {
  if (typeof header !== 'string') return null
  const { version, traceId, spanId, more } = TRACEPARENT.exec(header)?.groups ?? {}
  if (traceId === undefined || spanId === undefined) return null
  return version === '00' && more !== undefined ? null : { traceId, spanId }
}

/** What tells whoever is called where the call belongs, and that we record it. */
export function writeTraceparent({ traceId, spanId }: Place): string {
  return `00-${traceId}-${spanId}-01`
}
