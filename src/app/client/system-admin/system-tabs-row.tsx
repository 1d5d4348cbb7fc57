import { useLocation, useSearchParams } from 'wouter'
import type { Elements } from '#base/client/ui/elements.ts'
import { Tabs } from '#base/client/ui/tabs.tsx'
import { TitleBar } from '#base/client/ui/title-bar.tsx'
import { systemTabs, tabNamed, tabPath } from './system-tabs.ts'

const TITLE = 'System Administration'
const shown = systemTabs.filter(({ isOfFirm }) => isOfFirm !== true)

/**
 * The tabs of system administrators, which are their navigation.
 *
 * @param isOtherPage whether this is a page of Firm at an address of its own, which has its own title
 */
export function SystemTabs({ isOtherPage = false, children }: { isOtherPage?: boolean; children: Elements }) {
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const { name, isOfFirm } = tabNamed(params.get('tab'))
  return (
    <Tabs
      label="System administration"
      tabs={shown}
      heading={isOtherPage ? <p className="font-serif text-xl">{TITLE}</p> : <TitleBar title={TITLE} />}
      value={isOtherPage || isOfFirm === true ? 'firm' : name}
      onChange={(tab) => navigate(tabPath(tab))}
    >
      {children}
    </Tabs>
  )
}
