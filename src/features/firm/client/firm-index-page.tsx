import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'

/** The index of what admins set up for the firm: a page on a phone, the first section elsewhere. */
export function FirmIndexPage() {
  return (
    <StaffLayout role="admin" firm={{ isIndex: true }}>
      {null}
    </StaffLayout>
  )
}
