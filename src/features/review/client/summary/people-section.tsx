import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { AccountSection } from './account-section.tsx'
import { ManagerSection } from './manager-section.tsx'

/** The client's wealth manager, for admins, and account: in one line where it fits, notices below each other. */
export function PeopleSection({
  application,
  isAdmin,
}: {
  application: ReviewedApplication
  isAdmin: boolean
}) {
  return (
    <div className="flex flex-wrap gap-x-10 [&>:not(p)]:basis-full">
      {isAdmin ? <ManagerSection application={application} /> : null}
      <AccountSection application={application} />
    </div>
  )
}
