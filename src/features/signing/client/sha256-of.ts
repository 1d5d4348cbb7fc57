import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** The SHA-256 of a file as hexadecimal digits, also without Web Crypto (no HTTPS). */
export function sha256Of(bytes: ArrayBuffer): string {
  return bytesToHex(sha256(new Uint8Array(bytes)))
}
