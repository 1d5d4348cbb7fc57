import type { Keyring } from './keyring.ts'

/** A keyring that seals with the key that it is told to. */
export interface SelectableKeyring extends Keyring {
  /** Seals with that key from now on; with the newest, whichever that is, where none is named. */
  encryptWith: (id: string | null) => void
}

/** Lets somebody who knows of the other servers settle which of the keys seals: the newest, until told otherwise. */
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
