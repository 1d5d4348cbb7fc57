import { UserPlus } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'

type DeskHeadingProps = {
  eyebrow: string
  title: string
  /** Who works here. */
  user: { fullName: string | null; username: string }
  /** What the button that begins an invitation says. */
  invite: string
  onInvite: () => void
  /** Whether an application stands beside the list: then the list begins higher up. */
  isBeside: boolean
}

/** What stands above a list of applications: whose it is, and a way to invite a client. */
export function DeskHeading({ eyebrow, title, user, invite, onInvite, isBeside }: DeskHeadingProps) {
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
