import type { FaisVersion } from '#features/signing/api/fais-documents.ts'
import { pathOfLetter } from '#features/documents/server/present.ts'
import { nameOf } from '#features/documents/server/encrypted-name.ts'
import type { LetterVersion } from '#features/signing/server/letters/staff-letter.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'

/** A version of a FAIS document in responses. @param currentPath of the current one */
export function presentVersion(
  keyring: Keyring,
  { document, uploadedBy, paperOnly }: LetterVersion,
  currentPath: string | null,
): FaisVersion {
  const { id, bytes, sha256, uploadedAt } = document
  return {
    id,
    path: pathOfLetter(id),
    name: nameOf(keyring, document),
    bytes,
    sha256,
    uploadedAt: uploadedAt.toISOString(),
    uploadedBy,
    current: pathOfLetter(id) === currentPath,
    paperOnly,
  }
}
