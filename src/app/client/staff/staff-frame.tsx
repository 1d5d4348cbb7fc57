import { clsx } from 'clsx'
import { Badge } from '#base/client/ui/badge.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import type { Elements } from '#base/client/ui/elements.ts'
import { Link, useLocation } from 'wouter'
import { scopeOf } from '#features/access/rules/authorisation/decide.ts'
import { countText } from '#features/notes/rules/notifications/kinds.ts'
import type { Role } from '#features/access/rules/roles.ts'
import { TooltipProvider } from '#base/client/ui/tooltip.tsx'
import { SignOutButton } from '#features/sign-in/client/sign-out-button.tsx'
import { isForRole, useOfferedPages } from '#features/brand/client/shell/pages.ts'
import { paths } from '#base/client/paths.ts'
import { Bell } from '#features/notes/client/bell/bell.tsx'
import { useDraftCleanup } from '#features/notes/client/note-drafts.ts'
import { useWaiting } from '#features/approvals/client/use-waiting.ts'
import { HeaderMenu } from '#features/brand/client/shell/layouts/header-menu.tsx'
import { PageLayout } from '#features/brand/client/shell/layouts/page-layout.tsx'
import { PaletteButton } from './palette/palette-button.tsx'

/** The layout of staff pages: navigation, account and sign-out above, wide enough for tables. */
export function StaffFrame({ role, children }: { role: Role; children: Elements }) {
  useDraftCleanup()
  const { user } = useSession()
  return (
    <TooltipProvider>
      <PageLayout
        role={role}
        width="wide"
        actions={
          <div className="flex items-center gap-x-4">
            {user?.compliance ? <Badge>Read only</Badge> : null}
            {hasBell(role) ? <Bell role={role} /> : null}
            <HeaderMenu>
              <PaletteButton role={role} />
              <StaffNavigation role={role} />
              <Link href={paths.changePassword} className="text-link py-2.5">
                Change Password
              </Link>
              <Link href={paths.account} className="text-link py-2.5">
                Account
              </Link>
              <SignOutButton size="small" />
            </HeaderMenu>
          </div>
        }
      >
        {children}
      </PageLayout>
    </TooltipProvider>
  )
}

/** Roles that receive notifications. */
function hasBell(role: Role): boolean {
  return scopeOf(role, 'notifications.read') !== 'none'
}

/** What waits for the user in Compliance, behind the link's label. */
function WaitingCount() {
  const waiting = useWaiting()
  if (waiting === 0) return null
  return (
    <>
      <span className="ml-1.5 inline-block min-w-5 rounded-full bg-primary px-1 text-center text-xs leading-5 font-semibold text-on-primary">
        {countText(waiting)}
      </span>
      <span className="sr-only"> waiting for you</span>
    </>
  )
}

function StaffNavigation({ role }: { role: Role }) {
  const [location] = useLocation()
  const pages = useOfferedPages().flatMap((page) => {
    const label = typeof page.nav === 'object' ? page.nav[role] : page.nav
    return label !== undefined && isForRole(page, role) ? [{ path: page.path, label }] : []
  })
  if (pages.length === 0) return null
  return (
    <nav aria-label="Pages" className="grid lg:flex lg:flex-wrap lg:gap-x-4">
      {pages.map(({ path, label }) => (
        <Link
          key={path}
          href={path}
          aria-current={location === path ? 'page' : undefined}
          className={clsx(
            'border-b-2 py-2.5 no-underline',
            location === path
              ? 'border-brass-line font-semibold text-ink'
              : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          <span>{label}</span>
          {path === paths.compliance ? <WaitingCount /> : null}
        </Link>
      ))}
    </nav>
  )
}
