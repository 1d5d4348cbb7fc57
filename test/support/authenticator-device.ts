import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** A passkey on a software device (ES256), for tests without a browser. */
export interface SoftwarePasskey {
  id: string
  key: KeyObject
  handle: string | undefined
  counter: number
}

export interface DeviceOptions {
  origin: string
  rpId: string
  /** Whether the device verified its owner. */
  verified?: boolean
  /** Whether the browser reports its own device, or a phone or security key. */
  attachment?: 'platform' | 'cross-platform'
  /** The kind of authenticator; zeros where the browser withholds it. */
  aaguid?: string
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()
const b64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')

/** CBOR (RFC 8949) of what an attestation has: integers, texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as number)])
  return Buffer.concat([head(5, value.size), ...parts])
}

function authenticatorData(
  rpId: string,
  { counter, verified, attested }: { counter: number; verified: boolean; attested?: Buffer },
) {
  const flags = 0x01 | (verified ? 0x04 : 0) | (attested === undefined ? 0 : 0x40)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
}

/** Makes a passkey for options of an enrolment. */
export function createPasskey(
  options: { challenge: string; user: { id: string } },
  { origin, rpId, verified = true, attachment, aaguid = '0'.repeat(32) }: DeviceOptions,
): { passkey: SoftwarePasskey; response: object } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const cose = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const length = Buffer.from([0, credentialId.length])
  const attested = Buffer.concat([Buffer.from(aaguid.replaceAll('-', ''), 'hex'), length, credentialId, cose])
  const attestation = cbor(
    new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authenticatorData(rpId, { counter: 0, verified, attested })],
    ]),
  )
  const clientData = JSON.stringify({ type: 'webauthn.create', challenge: options.challenge, origin })
  const id = b64(credentialId)
  return {
    passkey: { id, key: privateKey, handle: options.user.id, counter: 0 },
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      ...(attachment && { authenticatorAttachment: attachment }),
      response: {
        clientDataJSON: b64(clientData),
        attestationObject: b64(attestation),
        transports: ['internal'],
      },
    },
  }
}

/** Answers a challenge; the counter goes up, unless one is given. */
export function answerWith(
  passkey: SoftwarePasskey,
  options: { challenge: string },
  { origin, rpId, verified = true, counter, attachment }: DeviceOptions & { counter?: number },
): object {
  passkey.counter = counter ?? passkey.counter + 1
  const data = authenticatorData(rpId, { counter: passkey.counter, verified })
  const clientData = JSON.stringify({ type: 'webauthn.get', challenge: options.challenge, origin })
  const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), passkey.key)
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    clientExtensionResults: {},
    ...(attachment && { authenticatorAttachment: attachment }),
    response: {
      clientDataJSON: b64(clientData),
      authenticatorData: b64(data),
      signature: b64(signature),
      ...(passkey.handle !== undefined && { userHandle: passkey.handle }),
    },
  }
}
