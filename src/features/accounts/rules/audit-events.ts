import { clientEvent, event, type ProofFailure } from '#features/audit/rules/event.ts'
import type { Role } from '#features/access/rules/roles.ts'

export const usersEvents = {
  'own-data.downloaded': clientEvent<{ documents: number }>('Personal data downloaded', 'views'),
  /** The client's own application as a PDF. */
  'own-summary.downloaded': clientEvent('Application summary downloaded', 'views'),
  'user.created': clientEvent<{
    role: Role
    by: 'registration' | 'invitation' | 'administrator' | 'command' | 'seed' | 'import'
    /** Of an imported account. */
    importId?: string
  }>('User created', 'accounts'),
  /** `wealthManagerId` is null for staff. */
  'user.invited': clientEvent<{ wealthManagerId: string | null }>('User invited', 'accounts'),
  /** By its owner, with the mailed link. */
  'user.address-confirmed': clientEvent('Email address confirmed', 'accounts'),
  /** The confirmation mail was sent again. */
  'user.confirmation-mailed': clientEvent('Confirmation email resent', 'accounts'),
  'user.role-changed': clientEvent<{ from: Role; to: Role; by?: 'provider' }>('Role changed', 'accounts'),
  /** A staff account's name. */
  'user.renamed': clientEvent<{ by: 'owner' | 'administrator' }>('Staff name changed', 'accounts'),
  /** A client's name, changed by staff. */
  'user.name-corrected': clientEvent('Client’s name corrected', 'accounts'),
  /** Staff or the owner requested a new address; it is not confirmed yet. */
  'user.address-change-asked': clientEvent('Email address change requested', 'accounts'),
  /** A staff member requested a new address with a wrong password. */
  'user.address-change-failed': clientEvent<{ reason: ProofFailure }>(
    'Email address change failed: wrong password',
    'accounts',
  ),
  /** `by`: staff, the owner, or the link mailed to the previous address. */
  'user.address-change-stopped': clientEvent<{ by: 'staff' | 'owner' | 'link' }>(
    'Email address change stopped',
    'accounts',
  ),
  /** `by`: the client or staff member with the mailed link, or staff for a client that never signed in. */
  'user.address-changed': clientEvent<{ by: 'client' | 'owner' | 'staff' }>(
    'Email address changed',
    'accounts',
  ),
  /** The number shown to a manager's clients; `given`: whether there is one now. */
  'user.phone-changed': clientEvent<{ given: boolean }>('Phone number changed', 'accounts'),
  /** An earlier version of a manager's FAIS document was restored; `replaced` was current before. */
  'user.fais-document-restored': event<{ documentId: string; replaced: string }>(
    'Earlier FAIS document restored',
    'accounts',
  ),
  'user.manager-changed': clientEvent<{ from: string | null; to: string | null }>(
    'Wealth manager changed',
    'accounts',
  ),
  'user.deactivated': clientEvent('Account deactivated', 'accounts'),
  'user.reactivated': clientEvent('Account reactivated', 'accounts'),
  /** `why`: an unconfirmed registration expired, or was replaced by an invitation to the same address. */
  'user.deleted': clientEvent<{ role: Role; why?: 'not-confirmed' | 'invited' | 'import-undone' }>(
    'User deleted',
    'accounts',
  ),
  /** By staff. */
  'user.password-reset': clientEvent('Password reset by staff', 'accounts'),
  'user.signed-out-everywhere': clientEvent<{ sessions: number }>('Signed out everywhere', 'accounts'),
  'user.senior-manager-changed': event<{ senior: boolean }>('Senior manager changed', 'accounts'),
  'user.compliance-changed': event<{ compliance: boolean }>('Compliance view given or taken', 'accounts'),
  /** A wealth manager named a stand-in until a day, and it was ended. */
  'stand-in.named': event<{ standInId: string; until: string }>('Stand-in named', 'accounts'),
  'stand-in.ended': event<{ standInId: string }>('Stand-in ended', 'accounts'),
  /** All records of a client whose relationship ended on that day; `objectId` no longer exists. */
  'client.erased': clientEvent<{ endedOn: string; documents: number }>(
    'Client erased after retention period',
    'accounts',
  ),
}
