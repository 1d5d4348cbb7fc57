import type { Keyring } from './keyring.ts'

/** A keyring with a selectable encryption key. */
export interface SelectableKeyring extends Keyring {
  /** Encrypts with that key from now on; null: with the newest. */
  encryptWith: (id: string | null) => void
}

/** Lets the cluster heartbeat select the encryption key; default: the newest. */
export function selectableKeyring(ring: Keyring): SelectableKeyring {
  let settled: string | null = null
  return {
    get current() {
      return (settled === null ? undefined : ring.find(settled)) ?? ring.current
    },
    find: (id) => ring.find(id),
    ids: () => ring.ids(),
    encryptWith(id) {
      settled = id
    },
  }
}
