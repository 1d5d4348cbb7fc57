import { withFragment } from './sign-in-path.ts'

/** For how long a client's new address waits to be confirmed, in milliseconds. */
export const ADDRESS_CHANGED_WITHIN_MS = 72 * 60 * 60_000

/** Path of the page that confirms a new address, with the code in its fragment where one is given. */
export function newAddressPath(token?: string): string {
  return withFragment('/new-address', token)
}

/** Path of the page that stops the change, mailed to the previous address. */
export function keepAddressPath(token?: string): string {
  return withFragment('/keep-address', token)
}

/** An address for somebody who may not be its owner: who owns it knows it again. "n•••@example.com" */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}
