import type { Role } from '#features/access/rules/roles.ts'
import type { FirmPage } from '#features/brand/client/shell/staff-layout.tsx'
import type { Elements } from '#base/client/ui/elements.ts'
import { SideIndex } from '#base/client/ui/side-index.tsx'
import { SystemTabs } from '../system-admin/system-tabs-row.tsx'
import { useFirmIndex } from './use-firm-index.ts'

export type FirmFrameProps = { role: Role; page: FirmPage; children: Elements }

/** A page of Firm; for system administrators below their tabs, which are their navigation. */
export function FirmFrame(props: FirmFrameProps) {
  const index = <FirmIndex {...props} />
  return props.role === 'system_administrator' ? <SystemTabs isOtherPage>{index}</SystemTabs> : index
}

/** What the firm sets up, with its index. */
export function FirmIndex({
  role,
  page: { under, isIndex = false },
  hasTitle,
  children,
}: FirmFrameProps & { hasTitle?: boolean }) {
  return (
    <SideIndex label="Firm" {...useFirmIndex(role)} {...{ under, isIndex, hasTitle }}>
      {children}
    </SideIndex>
  )
}
