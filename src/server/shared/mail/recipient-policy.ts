import type { MailTemplate } from './templates/templates.ts'

/**
 * Templates about clients: deactivated staff do not receive them, even if queued before (decisions, "Who hears of a
 * submission"). The others are about their recipients.
 */
export const isAboutClients: Readonly<Record<MailTemplate, boolean>> = {
  'application-submitted': false,
  'application-to-review': true,
  'application-unassigned': true,
  'application-status': false,
  'client-status': true,
  'application-reminder': false,
  'application-reopened': false,
  'annual-review': false,
  'letter-encrypted': true,
  'letter-missing': true,
  'file-infected': false,
  'corrections-asked': false,
  'corrections-reminder': false,
  'corrections-withdrawn': false,
  'corrections-answered': true,
  'corrections-handed-over': true,
  'note-mention': true,
  'staff-digest': true,
  'clients-assigned': true,
  'clients-handed-over': true,
  'forgotten-password': false,
  'password-changed': false,
  invitation: false,
  'staff-invitation': false,
  'password-reset-by-staff': false,
  'address-confirmation': false,
  'new-address': false,
  'address-change-asked': false,
  'address-changed': false,
  'name-corrected': false,
  'second-factor-changed': false,
  'recovery-code-used': false,
  'audit-log-altered': false,
}
