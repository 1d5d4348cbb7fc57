import type { OwnViews } from '#domain/api/own-views.ts'
import { exportFormats, exportFormatWords } from '#domain/applications/review/list.ts'
import {
  adminViewNames,
  managerViewNames,
  searchOf,
  views,
  type ViewName,
} from '#domain/applications/review/views.ts'
import type { Role } from '#domain/users/roles.ts'
import { addressOf } from '#client/lib/api.ts'
import { paths } from '#client/shell/paths.ts'

/** Something that somebody can do from anywhere. */
export interface Command {
  label: string
  /** Where it leads; `file`: what it downloads; `sign-out`: the way out. */
  does: { to: string } | { file: string } | 'sign-out'
  /** Other words that somebody may have for it. */
  also?: string
}

function queues(home: string, names: readonly ViewName[]): Command[] {
  return names.map((name) => ({
    label: views[name].label,
    does: { to: `${home}?${searchOf(name)}` },
    also: 'queue',
  }))
}

function exports(from: string, whose: string): Command[] {
  return exportFormats.map((format) => ({
    label: `Export ${whose} (${exportFormatWords[format]})`,
    does: { file: addressOf(from, undefined, { format }) },
    also: 'download spreadsheet',
  }))
}

const own: Command[] = [
  { label: 'Account', does: { to: paths.account }, also: 'sessions second factor' },
  { label: 'Change Password', does: { to: paths.changePassword } },
  { label: 'Sign Out', does: 'sign-out', also: 'log out' },
]

/** A tab of the system administrators' console. */
const tab = (label: string, name: string, also = ''): Command => ({
  label,
  does: { to: `${paths.systemAdmin}?tab=${name}` },
  also,
})

/** What each role can do from anywhere, in the order in which it is offered. */
const commandsOf: Readonly<Record<Exclude<Role, 'client'>, readonly Command[]>> = {
  admin: [
    ...queues(paths.admin, adminViewNames),
    { label: 'All Applications', does: { to: paths.admin }, also: 'clients list' },
    { label: 'New Client Invitation', does: { to: `${paths.admin}?invite=new` }, also: 'invite create user' },
    { label: 'Figures', does: { to: paths.figures }, also: 'times months managers drafts' },
    { label: 'Annual Reviews', does: { to: paths.annualReviews } },
    { label: 'Security', does: { to: paths.security }, also: 'suspicious addresses sign-ins' },
    { label: 'Outbox', does: { to: paths.outbox }, also: 'mails emails' },
    ...exports('/api/admin/application-export', 'all applications'),
    ...own,
  ],
  wealth_manager: [
    ...queues(paths.wealthManager, managerViewNames),
    { label: 'All Clients', does: { to: paths.wealthManager }, also: 'applications list' },
    { label: 'Invite New Client', does: { to: `${paths.wealthManager}?invite=new` }, also: 'invitation' },
    { label: 'Figures', does: { to: paths.figures }, also: 'times months drafts' },
    { label: 'Annual Reviews', does: { to: paths.ownAnnualReviews } },
    ...exports('/api/wealth-manager/application-export', 'your clients'),
    ...own,
  ],
  system_administrator: [
    { label: 'Overview', does: { to: paths.systemAdmin } },
    tab('Users', 'users', 'people accounts'),
    tab('System', 'system', 'health'),
    tab('Security', 'security', 'protections'),
    tab('Audit Logs', 'audit-logs', 'events who did what'),
    ...own,
  ],
}

/**
 * What somebody can do from here that fits what they typed: each word is somewhere in it.
 *
 * @param showsOutbox whether there is an outbox to go to
 */
export function commandsFor(role: Role, text: string, showsOutbox: boolean): Command[] {
  if (role === 'client') return []
  return commandsOf[role].filter(
    ({ label, also = '', does }) =>
      fits(`${label} ${also}`, text) &&
      (showsOutbox || typeof does === 'string' || !('to' in does) || does.to !== paths.outbox),
  )
}

/** Whether each word of what somebody typed is somewhere in these. */
function fits(words: string, typed: string): boolean {
  const known = words.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => known.includes(word))
}

/** A view that somebody keeps, or that an admin shares, as the palette offers it. */
export interface KeptView extends Command {
  id: string
  /** Whose it is. */
  whose: string
}

/** The views of this desk that fit what somebody typed, their own first. */
export function viewsFor(role: Role, text: string, kept: Pick<OwnViews, 'own' | 'shared'>): KeptView[] {
  const home = role === 'admin' ? paths.admin : paths.wealthManager
  return [...kept.own, ...kept.shared]
    .map(({ id, name, address, ownerName }) => ({
      id,
      label: name,
      whose: ownerName === null ? 'Your view' : `Shared by ${ownerName}`,
      does: { to: `${home}?${address}` },
    }))
    .filter(({ label, whose }) => fits(`${label} ${whose}`, text))
}
