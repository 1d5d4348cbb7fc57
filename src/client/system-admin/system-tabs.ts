import { lazyPart, type LazyPart } from '#client/app/lazy-part.tsx'

/** A tab of the console: its name stands in the address (`?tab=users`), its part is loaded when it is first shown. */
export interface SystemTab {
  name: string
  label: string
  part: LazyPart
}

/** The tabs of the console in their order, the first where the address names none (specification section 2, "System Administration"). */
export const systemTabs: readonly [SystemTab, ...SystemTab[]] = [
  {
    name: 'overview',
    label: 'Overview',
    part: lazyPart(async () => (await import('./overview-tab.tsx')).OverviewTab),
  },
]

/** The tab that an address names; the first for any other name. */
export function tabNamed(name: string | null): SystemTab {
  return systemTabs.find((tab) => tab.name === name) ?? systemTabs[0]
}
