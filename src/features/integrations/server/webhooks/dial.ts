import { lookup as lookupName, type LookupAddress, type LookupAllOptions } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { AddressNotAllowedError, isAllowed, type AllowedAddresses } from './addresses.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_HEADER_BYTES = 16 * 1024

/** Resolves a name to all its addresses. */
export type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A request to a receiver. */
export interface Dialled {
  headers: Readonly<Record<string, string>>
  body: string
  allowed: AllowedAddresses
  /** Ends the attempt, such as at shutdown. */
  stopping?: AbortSignal | undefined
  resolve?: Resolve
  timeoutMs?: number
  /** Certificates of an own authority. */
  ca?: Buffer[]
}

/** A receiver's response. */
export interface ReceiverAnswer {
  status: number
  /** The first 64 kB. */
  body: string
  retryAfter: string | null
  /** The dialled address. */
  address: string
}

/**
 * Resolves a name once and passes on only permitted addresses, so that the judged address is the dialled one: checking
 * first and resolving again could be rebound to another address.
 */
function guardedLookup(allowed: AllowedAddresses, resolve: Resolve): LookupFunction {
  return (name, options, done) => {
    resolve(name, { all: true, family: options.family ?? 0 }, (error, found) => {
      const refused = error ?? rejectionOf(found, allowed)
      const [first] = found ?? []
      if (refused !== null || first === undefined) done(refused, [])
      else if (options.all === true) done(null, found)
      else done(null, first.address, first.family)
    })
  }
}

/** One address that is not permitted is enough: a mixed answer is an attack or a mistake. */
function rejectionOf(found: readonly LookupAddress[], allowed: AllowedAddresses): Error | null {
  const bad = found.find(({ address }) => !isAllowed(address, allowed))
  if (bad !== undefined)
    return new AddressNotAllowedError(`The name resolves to ${bad.address}, which is not permitted`)
  return found.length === 0 ? new AddressNotAllowedError('The name resolves to no address') : null
}

/**
 * Checks that a name resolves to permitted addresses only.
 *
 * @throws AddressNotAllowedError; Error where it cannot be resolved
 */
export function checkName(
  name: string,
  allowed: AllowedAddresses,
  resolve: Resolve = lookupName,
): Promise<void> {
  return new Promise((done, reject) => {
    resolve(name, { all: true }, (error, found) => {
      const refused = error ?? rejectionOf(found, allowed)
      if (refused === null) done()
      else reject(refused)
    })
  })
}

/**
 * Posts to a receiver: no redirects, one deadline for everything, at most 64 kB of the response.
 *
 * @throws AddressNotAllowedError; Error for failures of network, TLS and time
 */
export function post(url: URL, dialled: Dialled): Promise<ReceiverAnswer> {
  const { headers, body, allowed, stopping, resolve = lookupName, timeoutMs = TIMEOUT_MS, ca } = dialled
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = stopping === undefined ? timeout : AbortSignal.any([timeout, stopping])
  const client = url.protocol === 'https:' ? https : http
  return new Promise((done, reject) => {
    const fail = (error: Error) =>
      reject(timeout.aborted ? new Error(`No complete response within ${timeoutMs / 1000} seconds`) : error)
    const request = client.request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: guardedLookup(allowed, resolve),
      agent: false,
      signal,
      maxHeaderSize: MAX_HEADER_BYTES,
      ...(ca !== undefined && { ca }),
    })
    request.on('socket', (socket) => {
      socket.on('connect', () => {
        const peer = socket.remoteAddress ?? ''
        if (!isAllowed(peer, allowed))
          request.destroy(new AddressNotAllowedError(`The connection led to ${peer}, which is not permitted`))
      })
    })
    request.on('response', (response) => readAnswer(response).then(done, fail))
    request.on('error', fail)
    request.end(body)
  })
}

async function readAnswer(response: IncomingMessage): Promise<ReceiverAnswer> {
  const address = response.socket.remoteAddress ?? ''
  const parts: Buffer[] = []
  let size = 0
  // Leaving the loop destroys the response.
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size >= MAX_ANSWER_BYTES) break
  }
  return {
    status: response.statusCode ?? 0,
    body: Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES).toString('utf8'),
    retryAfter: response.headers['retry-after'] ?? null,
    address,
  }
}
