import { UserPlus } from 'lucide-react'
import { accountName } from '#features/access/rules/account-name.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { HeadingLine } from '#base/client/ui/heading-line.tsx'

type WorkspaceHeadingProps = {
  title: string
  /** The user. */
  user: { fullName: string | null; username: string }
  /** The text of the invite button. */
  invite: string
  onInvite: () => void
  /** Whether an application is open beside the list: less space then. */
  isBeside: boolean
}

/** The heading of a list of applications in one line, with the invite button. */
export function WorkspaceHeading({ title, user, invite, onInvite, isBeside }: WorkspaceHeadingProps) {
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <HeadingLine title={title} lead={isBeside ? null : `Welcome, ${accountName(user)}.`} />
      <Allowed to="client.invite">
        <Button icon={<UserPlus aria-hidden="true" className="size-5" />} size="small" onClick={onInvite}>
          {invite}
        </Button>
      </Allowed>
    </div>
  )
}
