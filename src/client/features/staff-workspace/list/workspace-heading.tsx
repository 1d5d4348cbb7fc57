import { UserPlus } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'

type WorkspaceHeadingProps = {
  eyebrow: string
  title: string
  /** The user. */
  user: { fullName: string | null; username: string }
  /** The text of the invite button. */
  invite: string
  onInvite: () => void
  /** Whether an application is open beside the list: less space then. */
  isBeside: boolean
}

/** The heading of a list of applications, with the invite button. */
export function WorkspaceHeading({
  eyebrow,
  title,
  user,
  invite,
  onInvite,
  isBeside,
}: WorkspaceHeadingProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4">
      <PageHeading
        eyebrow={eyebrow}
        title={title}
        lead={isBeside ? undefined : `Welcome, ${user.fullName || user.username}.`}
        className="mb-4 lg:mb-4"
      />
      <Button
        icon={<UserPlus aria-hidden="true" className="size-5" />}
        size={isBeside ? 'small' : 'normal'}
        onClick={onInvite}
        className="mb-4"
      >
        {invite}
      </Button>
    </div>
  )
}
