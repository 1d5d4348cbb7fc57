import { clsx } from 'clsx'
import { Menu } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { accountName } from '#features/access/rules/account-name.ts'
import type { Role } from '#features/access/rules/roles.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { Logo } from '#features/brand/client/shell/logo.tsx'
import { isForRole, useOfferedPages } from '#features/brand/client/shell/pages.ts'
import { countText } from '#features/notes/rules/notifications/kinds.ts'
import { useTodayCount } from '#features/today/client/use-today.ts'
import { useLeaving } from '#features/sign-in/client/sign-out-button.tsx'
import { paths } from '#base/client/paths.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { PopoverButton } from '#base/client/ui/popover-button.tsx'
import { useMinWidth } from '#base/client/ui/use-min-width.ts'
import { PaletteButton } from './palette/palette-button.tsx'

/** The width from which everything is in the row, in `rem`, so that large text has the menu. */
const MIN_WIDTH_OF_ROW = 73.75
/** The width from which the main page has its place beside the menu. */
const MIN_WIDTH_OF_MAIN_PAGE = 22

/** A row of the menu. */
const MENU_ROW = 'text-link flex min-h-11 w-full items-center gap-1.5 wrap-anywhere'
/** A link or button of the row. */
const ROW_LINK = 'inline-flex min-h-11 items-center whitespace-nowrap no-underline text-ink hover:text-link'

/**
 * The header of staff pages: one row of 56 px. What does not fit is in a menu; the main page and Find never are.
 */
export function StaffHeader({ role }: { role: Role }) {
  const isRow = useMinWidth(MIN_WIDTH_OF_ROW)
  const hasMainPage = useMinWidth(MIN_WIDTH_OF_MAIN_PAGE)
  const pages = useNavigation(role)
  const main = isRow ? pages : pages.slice(0, hasMainPage ? 1 : 0)
  return (
    <header className="border-b border-hairline px-4 sm:px-8">
      <div className="mx-auto flex min-h-13.75 max-w-wide items-center gap-x-3 text-sm lg:gap-x-7">
        <Link href={paths.home} className="min-w-8 rounded-sm py-0.5 text-ink no-underline">
          <Logo isSmall />
          <span className="sr-only">Home</span>
        </Link>
        {main.length === 0 ? null : (
          <nav aria-label="Pages" className="flex shrink-0 gap-x-5 self-stretch">
            {main.map((page) => (
              <PageLink key={page.path} {...page} classes={tabClasses} />
            ))}
          </nav>
        )}
        <div className="ml-auto flex min-w-0 items-center gap-x-1 lg:gap-x-5">
          <PaletteButton role={role} />
          {isRow ? <Account className={ROW_LINK} /> : <HeaderMenu pages={pages} />}
        </div>
      </div>
    </header>
  )
}

interface PageEntry {
  path: string
  label: string
  isCurrent: boolean
}

/** The pages that the header lists; those of Firm are in its index. */
function useNavigation(role: Role): PageEntry[] {
  const [location] = useLocation()
  const offered = useOfferedPages().filter((page) => isForRole(page, role))
  const isOfFirm = offered.some(({ path, firm }) => path === location && firm !== undefined)
  return offered.flatMap(({ path, nav: label }) =>
    label === undefined
      ? []
      : [{ path, label, isCurrent: path === location || (path === paths.firm && isOfFirm) }],
  )
}

const tabClasses = (isCurrent: boolean) =>
  clsx(
    'inline-flex items-center gap-1.5 border-b-2 whitespace-nowrap no-underline',
    isCurrent
      ? 'border-brass-line font-semibold text-ink'
      : 'border-transparent text-ink-soft hover:text-ink',
  )

const menuClasses = (isCurrent: boolean) => clsx(MENU_ROW, isCurrent && 'font-semibold')

type PageLinkProps = PageEntry & { classes: (isCurrent: boolean) => string }

function PageLink({ path, label, isCurrent, classes }: PageLinkProps) {
  return (
    <Link href={path} aria-current={isCurrent ? 'page' : undefined} className={classes(isCurrent)}>
      <span>{label}</span>
      {path === paths.today ? <TodayCount /> : null}
    </Link>
  )
}

/** How much there is to do, behind the link's label. */
function TodayCount() {
  const count = useTodayCount()
  if (count === 0) return null
  return (
    <span className="min-w-5 rounded-full bg-primary px-1 text-center text-sm leading-5 font-semibold text-on-primary">
      {countText(count)}
    </span>
  )
}

/** The account and signing out, at the end of the row or of the menu. */
function Account({ className }: { className: string }) {
  const { user } = useSession()
  const { leave, isLeaving } = useLeaving()
  if (!user) return null
  return (
    <>
      {user.compliance ? <Badge>Read only</Badge> : null}
      <Link href={paths.account} title="Account" className={clsx(className, 'min-w-0')}>
        <span
          className={className === MENU_ROW ? undefined : 'truncate'}
        >{`Welcome, ${accountName(user)}`}</span>
      </Link>
      <Link href={paths.changePassword} className={className}>
        Change Password
      </Link>
      <button
        type="button"
        aria-disabled={isLeaving || undefined}
        onClick={isLeaving ? undefined : leave}
        className={className}
      >
        {isLeaving ? 'Signing out...' : 'Sign Out'}
      </button>
    </>
  )
}

/** Everything of the row that does not fit. */
function HeaderMenu({ pages }: { pages: readonly PageEntry[] }) {
  return (
    <PopoverButton
      label="Menu"
      text={null}
      icon={<Menu aria-hidden="true" className="size-5" />}
      className="flex size-[44px] shrink-0 items-center justify-center rounded-md hover:bg-sunken"
    >
      <nav aria-label="All pages">
        {pages.map((page) => (
          <PageLink key={page.path} {...page} classes={menuClasses} />
        ))}
      </nav>
      <div className="border-t border-hairline pt-2">
        <Account className={MENU_ROW} />
      </div>
    </PopoverButton>
  )
}
