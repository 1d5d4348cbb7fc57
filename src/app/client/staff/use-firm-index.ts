import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'wouter'
import type { Role } from '#features/access/rules/roles.ts'
import { isForRole, useOfferedPages } from '#features/brand/client/shell/pages.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { firmPagePath, firmPages, pathOfSection, EMAIL_TEXTS_PAGE } from '#features/firm/client/firm-pages.ts'
import { firmQuery } from '#features/firm/client/use-firm.ts'
import { listsQuery } from '#features/screening/client/lists/load-form.tsx'
import { lettersQuery } from '#features/signing/client/letters/use-letters.ts'
import { paths } from '#base/client/paths.ts'
import type { IndexEntry } from '#base/client/ui/side-index.tsx'
import { systemTabs, tabPath } from '../system-admin/system-tabs.ts'

/** The index of what a role sets up for the firm, and its address. */
export function useFirmIndex(role: Role): { entries: IndexEntry[]; href: string } {
  const pages = useOfferedPages().flatMap((page) =>
    page.firm !== undefined && isForRole(page, role) ? [{ label: page.firm, href: page.path }] : [],
  )
  const { ficaPack } = useBranding()
  const isSystem = role === 'system_administrator'
  const missing = useMissing(isSystem, ficaPack)
  const [location] = useLocation()
  const [params] = useSearchParams()
  const tab = tabPath(params.get('tab') ?? '')
  const section = firmPagePath(params.get('section') ?? '')
  const isHere = (href: string) =>
    location === paths.systemAdmin ? href === tab || href === section : href === location
  const entries = isSystem ? ofSystem(pages, ficaPack) : pages
  return {
    entries: entries.map((entry) => ({
      ...entry,
      isCurrent: isHere(entry.href),
      isMissing: missing.has(entry.href),
    })),
    href: isSystem ? tabPath('firm') : paths.firm,
  }
}

type Entry = Pick<IndexEntry, 'label' | 'href'>

function ofSystem(pages: readonly Entry[], ficaPack: boolean): Entry[] {
  const mails = { label: 'Email wording', href: firmPagePath(EMAIL_TEXTS_PAGE) }
  return [
    ...Object.entries(firmPages)
      .filter(([, { isDueDiligence = false }]) => ficaPack || !isDueDiligence)
      .map(([name, { label }]) => ({ label, href: firmPagePath(name) })),
    ...pages.flatMap((page) => (page.href === paths.letters ? [page, mails] : [page])),
    ...systemTabs
      .filter(({ isOfFirm }) => isOfFirm === true)
      .map(({ name, label }) => ({ label, href: tabPath(name) })),
  ]
}

/** The addresses of pages where something is missing. */
function useMissing(isSystem: boolean, ficaPack: boolean): ReadonlySet<string> {
  const firm = useQuery({ ...firmQuery, enabled: isSystem })
  const letters = useQuery(lettersQuery)
  const lists = useQuery({ ...listsQuery, enabled: ficaPack })
  const found = (firm.data?.setup.missing ?? []).map(({ section }) => pathOfSection(section))
  if (letters.data?.managers.some(({ letter, gaps }) => letter === 'none' || gaps.length > 0))
    found.push(paths.letters)
  if (lists.data?.sources.some(({ source, inForce }) => source === 'UN' && inForce === null))
    found.push(paths.sanctionsLists)
  return new Set(found)
}
