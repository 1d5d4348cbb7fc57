import type { OwnView } from '#features/review/api/own-views.ts'
import { exportFormats, exportFormatLabels } from '#base/rules/api/list.ts'
import {
  adminViewNames,
  managerViewNames,
  offeredViews,
  searchOf,
  views,
  type ViewName,
} from '#features/review/rules/views.ts'
import type { Role } from '#features/access/rules/roles.ts'
import { addressOf } from '#base/client/lib/api.ts'
import { isForRole, type Page } from '#features/brand/client/shell/pages.ts'
import { paths } from '#base/client/paths.ts'

/** Finds all queues of lists. */
export const QUEUE = 'queue'

/** Describes a saved view. */
export const YOUR_VIEW = 'Your view'

/** A command of the palette. */
export interface Command {
  label: string
  /** Its target; `file` is a download, `sign-out` signs out. */
  does: { to: string } | { file: string } | 'sign-out'
  /** Synonyms. */
  also?: string
}

function queues(home: string, names: readonly ViewName[]): Command[] {
  return names.map((name) => ({
    label: views[name].label,
    does: { to: `${home}?${searchOf(name)}` },
    also: QUEUE,
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

/** A role's commands before and after its own pages. */
function around(role: Exclude<Role, 'client'>, hasPack: boolean): { before: Command[]; after: Command[] } {
  if (role === 'system_administrator') return { before: [], after: [] }
  return role === 'admin'
    ? {
        before: queues(paths.admin, offeredViews(adminViewNames, hasPack)),
        after: exports('/api/admin/application-export', 'all applications'),
      }
    : {
        before: queues(paths.wealthManager, offeredViews(managerViewNames, hasPack)),
        after: exports('/api/wealth-manager/application-export', 'your clients'),
      }
}

/**
 * The commands of a role that match the text: each word occurs in the label or a synonym.
 *
 * @param pages the offered pages
 */
export function commandsFor(
  pages: readonly Page[],
  { role, hasPack }: { role: Role; hasPack: boolean },
  text: string,
): Command[] {
  if (role === 'client') return []
  const { before, after } = around(role, hasPack)
  const commands: Command[] = [
    ...before,
    ...entriesOf(pages.filter((page) => isForRole(page, role))),
    ...after,
    ...entriesOf(pages.filter(({ access }) => access === 'signedIn')),
    { label: 'Sign Out', does: 'sign-out', also: 'log out' },
  ]
  return commands.filter(({ label, also = '' }) => fits(`${label} ${also}`, text))
}

/** Whether each word of a search occurs in one of the texts. */
function fits(terms: string, typed: string): boolean {
  const known = terms.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => known.includes(word))
}

/** A saved view in the palette. */
export interface SavedView extends Command {
  id: string
}

/** The user's saved views that match a search. */
export function viewsFor(role: Role, text: string, saved: readonly OwnView[]): SavedView[] {
  const home = role === 'admin' ? paths.admin : paths.wealthManager
  return saved
    .map(({ id, name, address }) => ({ id, label: name, does: { to: `${home}?${address}` } }))
    .filter(({ label }) => fits(`${label} ${YOUR_VIEW}`, text))
}
