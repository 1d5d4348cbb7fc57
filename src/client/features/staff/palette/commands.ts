import type { OwnViews } from '#domain/api/own-views.ts'
import { exportFormats, exportFormatLabels } from '#domain/applications/review/list.ts'
import {
  adminViewNames,
  managerViewNames,
  searchOf,
  views,
  type ViewName,
} from '#domain/applications/review/views.ts'
import type { Role } from '#domain/users/roles.ts'
import { addressOf } from '#client/shared/lib/api.ts'
import { isForRole, type Page } from '#client/shared/shell/pages.ts'
import { paths } from '#client/shared/shell/paths.ts'

/** A command that is available on every page. */
export interface Command {
  label: string
  /** Where it leads; `file`: what it downloads; `sign-out`: the way out. */
  does: { to: string } | { file: string } | 'sign-out'
  /** Other terms that people search for. */
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
    label: `Export ${whose} (${exportFormatLabels[format]})`,
    does: { file: addressOf(from, undefined, { format }) },
    also: 'download spreadsheet',
  }))
}

function entriesOf(pages: readonly Page[]): Command[] {
  return pages.flatMap(({ path, palette = [] }) =>
    palette.map(({ label, search = '', also = '' }) => ({ label, does: { to: `${path}${search}` }, also })),
  )
}

/** Commands of a role before and after its own pages. */
const around: Readonly<Record<Exclude<Role, 'client'>, { before: Command[]; after: Command[] }>> = {
  admin: {
    before: queues(paths.admin, adminViewNames),
    after: exports('/api/admin/application-export', 'all applications'),
  },
  wealth_manager: {
    before: queues(paths.wealthManager, managerViewNames),
    after: exports('/api/wealth-manager/application-export', 'your clients'),
  },
  system_administrator: { before: [], after: [] },
}

/**
 * Commands of a role that match the typed text: each word occurs in the label or in the further words.
 *
 * @param pages the pages that are offered
 */
export function commandsFor(pages: readonly Page[], role: Role, text: string): Command[] {
  if (role === 'client') return []
  const commands: Command[] = [
    ...around[role].before,
    ...entriesOf(pages.filter((page) => isForRole(page, role))),
    ...around[role].after,
    ...entriesOf(pages.filter(({ access }) => access === 'signedIn')),
    { label: 'Sign Out', does: 'sign-out', also: 'log out' },
  ]
  return commands.filter(({ label, also = '' }) => fits(`${label} ${also}`, text))
}

/** Whether each word of a search occurs in one of these texts. */
function fits(words: string, typed: string): boolean {
  const known = words.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => known.includes(word))
}

/** A saved or shared view, as the palette offers it. */
export interface KeptView extends Command {
  id: string
  /** Whose it is. */
  whose: string
}

/** The views of this workspace that match a search, the user's own first. */
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
