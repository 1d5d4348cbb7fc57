import type { FaisVersion } from '#domain/api/fais-documents.ts'
import type { AdministeredUser } from '#domain/api/users.ts'
import { users } from '#server/db/schema.ts'
import { pathOfLetter } from '#server/documents/present.ts'
import { nameOf } from '#server/documents/sealed-name.ts'
import type { LetterVersion } from '#server/documents/staff-letter.ts'
import type { Keyring } from '#server/encryption/keyring.ts'
import { field, made, nameOfUser, type Projection } from '#server/lists/projection.ts'

/** What leaves the server of an account. */
export const administeredUser: Projection<AdministeredUser> = {
  id: field(users.id),
  username: field(users.username),
  role: field(users.role),
  fullName: field(users.fullName),
  phone: field(users.phone),
  status: field(users.status),
  createdAt: field(users.createdAt),
  wealthManagerId: field(users.wealthManagerId),
  wealthManagerName: nameOfUser(users.wealthManagerId),
  faisDocumentPath: made(`'${pathOfLetter('')}' || listed.fais_document_id`),
  hasSecondFactor: made('listed.second_factor_since is not null'),
  clients: made(`(select coalesce(sum(count), 0)::int from application_tallies
    where scope = 'manager ' || listed.id)`),
}

/** What leaves the server of one version of a FAIS document. @param currentPath of the one that clients get */
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
