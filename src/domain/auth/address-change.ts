/** For how long a client's new address waits to be confirmed, in milliseconds. */
export const ADDRESS_CHANGED_WITHIN_MS = 72 * 60 * 60_000

/** Where the link leads to that confirms a new address, as a path of this site (as `confirmationPath`). */
export function newAddressPath(token: string): string {
  return `/new-address#${token}`
}

/** Where the link leads to that stops the change, mailed to the address of before. */
export function keepAddressPath(token: string): string {
  return `/keep-address#${token}`
}

/** An address for somebody who may not be its owner: who owns it knows it again. "n•••@example.com" */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}
