import type { AdministeredUser, FaisVersion } from '#domain/api/system-users.ts'
import { pathOfLetter } from '#server/documents/present.ts'
import { nameOf } from '#server/documents/sealed-name.ts'
import type { LetterVersion } from '#server/documents/staff-letter.ts'
import type { Keyring } from '#server/encryption/keyring.ts'
import type { ListedRow } from './list.ts'

/** What leaves the server of an account. */
export function presentAdministered(row: ListedRow): AdministeredUser {
  const { id, username, role, fullName, status, wealthManagerId, wealthManagerName, hasSecondFactor } = row
  return {
    id,
    username,
    role,
    fullName,
    status,
    createdAt: row.createdAt.toISOString(),
    wealthManagerId,
    wealthManagerName,
    faisDocumentPath: row.faisDocumentId === null ? null : pathOfLetter(row.faisDocumentId),
    hasSecondFactor,
  }
}

/** What leaves the server of one version of a FAIS document. @param currentId the one that clients get */
export function presentVersion(
  keyring: Keyring,
  { document, uploadedBy }: LetterVersion,
  currentId: string | null,
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
    current: id === currentId,
  }
}
