import type { FaisVersion } from '#domain/api/fais-documents.ts'
import { pathOfLetter } from '#server/features/documents/present.ts'
import { nameOf } from '#server/features/documents/encrypted-name.ts'
import type { LetterVersion } from '#server/features/letters/staff-letter.ts'
import type { Keyring } from '#server/platform/encryption/keyring.ts'

/** A version of a FAIS document in responses. @param currentPath of the current one */
export function presentVersion(
  keyring: Keyring,
  { document, uploadedBy }: LetterVersion,
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
  }
}
