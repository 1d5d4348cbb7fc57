import { readSettings } from '#app/server/config/settings.ts'
import type { MailSite } from '#features/mail/server/templates/site.ts'
import {
  isTemplate,
  templates,
  type MailData,
  type MailTemplate,
  writeMail,
} from '#features/mail/server/templates/templates.ts'

const hostile = `"'><script>alert(1)</script>&amp;`

/** The firm, and the recipient. */
export const mailSite = {
  branding: { ...readSettings({}).branding, firmName: 'Baobab & <Sons>' },
  hasDueDiligence: false,
  origin: 'https://onboarding.example',
  recipient: 'reader@example.com',
  reader: { name: 'Naledi Khumalo', role: 'wealth_manager' },
  contact: { name: hostile, email: 'naledi@firm.example', phone: '+27 82 555 0142' },
  reference: 'PPW-7Q3K-29',
} satisfies MailSite

/** Example data for each kind of mail, with hostile values in everything that other users choose. */
export const mailExamples: MailData = {
  'forgotten-password': {
    fullName: hostile,
    temporaryPassword: 'gT7#k<Q2-xWa9p',
    expiresAt: new Date('2026-11-20T12:02:00Z'),
  },
  'password-changed': { fullName: null, at: new Date('2026-11-20T12:02:00Z') },
  invitation: {
    fullName: hostile,
    managerName: hostile,
    managerEmail: hostile,
    managerPhone: '+27 82 555 0142',
    token: 'K7QM2XWD9FHT4BNC',
    expiresAt: new Date('2026-11-20T12:02:00Z'),
  },
  'invitation-imported': {
    fullName: hostile,
    managerName: hostile,
    managerEmail: hostile,
    managerPhone: '+27 82 555 0142',
    token: 'K7QM2XWD9FHT4BNC',
    expiresAt: new Date('2026-11-20T12:02:00Z'),
  },
  'staff-invitation': {
    fullName: hostile,
    roleLabel: 'Wealth Manager',
    provider: null,
    token: 'K7QM2XWD9FHT4BNC',
    expiresAt: new Date('2026-11-20T12:02:00Z'),
  },
  'password-reset-by-staff': {
    fullName: null,
    temporaryPassword: 'gT7#k<Q2-xWa9p',
    expiresAt: new Date('2026-11-20T12:02:00Z'),
  },
  'address-confirmation': { token: 'nobody-guesses-it', expiresAt: new Date('2026-11-23T12:02:00Z') },
  'new-address': {
    fullName: null,
    token: 'nobody-guesses-it',
    expiresAt: new Date('2026-11-23T12:02:00Z'),
  },
  'address-change-asked': {
    fullName: hostile,
    newAddress: 'n•••@people.example',
    token: 'nobody-guesses-it',
    expiresAt: new Date('2026-11-23T12:02:00Z'),
  },
  'address-changed': {
    fullName: hostile,
    newAddress: 'n•••@people.example',
    at: new Date('2026-11-20T12:02:00Z'),
  },
  'name-corrected': { fullName: hostile, at: new Date('2026-11-20T12:02:00Z') },
  'application-submitted': {
    fullName: hostile,
    applicationId: hostile,
    answerBy: 'Wednesday 30 December 2026',
  },
  'application-to-review': { fullName: hostile, applicationId: hostile },
  'application-status': { fullName: hostile, status: 'rejected', reason: hostile, answerBy: null },
  'client-status': { fullName: hostile, status: 'onboarded', applicationId: hostile },
  'application-reminder': { fullName: null, step: 'Net Worth' },
  'corrections-asked': { fullName: hostile, items: [hostile], due: '4 December 2026' },
  'corrections-reminder': { fullName: hostile, items: [hostile], due: '4 December 2026' },
  'corrections-withdrawn': { fullName: hostile },
  'corrections-received': { fullName: hostile, items: [hostile], answerBy: 'Friday 4 December' },
  'corrections-answered': { fullName: hostile, count: 2, applicationId: hostile },
  'pack-asked': { fullName: hostile, items: [hostile], due: '4 December 2026' },
  'pack-reminder': { fullName: hostile, items: [hostile], due: '4 December 2026' },
  'pack-again': { fullName: hostile, items: [hostile], due: '4 December 2026' },
  'papers-expiring': { fullName: hostile, items: [hostile] },
  'pack-handed-in': { fullName: hostile, items: [hostile], applicationId: hostile },
  'approval-asked': {
    authorName: hostile,
    kind: 'exposed',
    due: '26 December 2026',
    applicationId: hostile,
  },
  'hit-open': { prohibited: false },
  'lists-old': { date: '26 December 2026' },
  'import-paused': { authorName: hostile },
  'note-mention': { authorName: hostile, applicationId: hostile },
  'staff-digest': { rows: 3, late: 1, kinds: [hostile] },
  'corrections-handed-over': { fullName: hostile, due: '4 December 2026', applicationId: hostile },
  'application-reopened': { fullName: hostile, draft: true },
  'annual-review': { fullName: hostile, due: hostile },
  'second-factor-changed': {
    fullName: hostile,
    change: 'reset',
    at: new Date('2026-11-20T12:02:00Z'),
  },
  'passkey-changed': {
    fullName: hostile,
    passkeyName: hostile,
    change: 'added',
    at: new Date('2026-11-20T12:02:00Z'),
  },
  'identity-changed': {
    fullName: hostile,
    provider: 'Microsoft',
    change: 'linked',
    at: new Date('2026-11-20T12:02:00Z'),
  },
  'firm-signs-in-elsewhere': { fullName: hostile, provider: 'Microsoft' },
  'break-glass-used': {
    fullName: hostile,
    account: 'admin@firm.example',
    ip: '192.0.2.1',
    at: new Date('2026-11-20T12:02:00Z'),
  },
  'recovery-code-used': { fullName: hostile, at: new Date('2026-11-20T12:02:00Z'), left: 9 },
  'webhook-trouble': { name: hostile, trouble: 'failing' },
  'api-token-expiring': { name: hostile, expiresAt: new Date('2026-12-04T08:00:00Z') },
  'audit-log-altered': { eventId: 7, reason: hostile, at: new Date('2026-11-20T12:02:00Z') },
  'letter-encrypted': { fullName: hostile },
  'file-infected': { fullName: hostile, fileName: hostile, kind: 'Payslip' },
  'clients-assigned': { fullName: hostile, clientName: hostile, count: 1, applicationId: hostile },
  'clients-handed-over': { fullName: hostile, clientName: null, count: 80, managerName: hostile },
  'application-unassigned': { fullName: hostile, applicationId: hostile },
  'letter-missing': { managerName: hostile },
}

/** The text of a kind of mail. */
export function exampleMail<Name extends MailTemplate>(
  name: Name,
  data: MailData[Name] = mailExamples[name],
) {
  return writeMail(name, data, mailSite)
}

export const mailNames = Object.keys(templates).filter(isTemplate)
