import { withFragment } from '#features/access/rules/sign-in-path.ts'

/** How long a client's new address can be confirmed, in milliseconds. */
export const ADDRESS_CHANGED_WITHIN_MS = 72 * 60 * 60_000

/** Path of the page that confirms a new address, with the code in its fragment. */
export function newAddressPath(token?: string): string {
  return withFragment('/new-address', token)
}

/** Path of the page that cancels the change, mailed to the previous address. */
export function keepAddressPath(token?: string): string {
  return withFragment('/keep-address', token)
}

/** A masked address that only its owner recognises: "n•••@example.com". */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}
