import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/**
 * Trusts the certificates of NODE_EXTRA_CA_CERTS in all connections of this process. Node itself does that only for a
 * variable of the process's environment, and ignores one that comes from `.env`.
 *
 * A file that cannot be read is a problem of the settings (`problems.ts`).
 */
export function trustExtraCertificates(file: string | undefined): void {
  if (file === undefined || file === '' || getCACertificates('extra').length > 0) return
  const pem = readOrNull(file)
  if (pem !== null) setDefaultCACertificates([...getCACertificates('default'), pem])
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
