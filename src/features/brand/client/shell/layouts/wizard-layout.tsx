import { clsx } from 'clsx'
import { memo, type ReactElement } from 'react'
import { Link } from 'wouter'
import { Button, type ButtonProps } from '#base/client/ui/button.tsx'
import { TooltipProvider } from '#base/client/ui/tooltip.tsx'
import { useBranding } from '../branding.tsx'
import { Logo } from '../logo.tsx'
import { OfflineNotice } from '../offline-notice.tsx'
import { paths, supportMail } from '#base/client/paths.ts'
import { Footer } from './footer.tsx'
import { HeaderMenu } from './header-menu.tsx'
import { SkipLink } from './page-layout.tsx'
import type { Elements } from '#base/client/ui/elements.ts'

export type WizardLayoutProps = {
  /** The step indicator; sticky unless the window is low (400 % zoom). */
  progress?: ReactElement
  onSaveAndSignOut?: () => void
  /** The page has nothing to save: the button says “Sign Out”. */
  onSignOut?: () => void
  signingOut?: boolean
  /** A further link of the menu. */
  menuLink?: ReactElement
  /** The last step has no header (specification section 2). */
  header?: boolean
  /** Offline, says whether input is saved. */
  offline?: string
  children: Elements
}

/** One narrow column with sticky progress and help (specification section 2, "Client onboarding wizard"). */
export function WizardLayout({
  progress,
  onSaveAndSignOut,
  onSignOut,
  signingOut,
  menuLink,
  header = true,
  offline,
  children,
}: WizardLayoutProps) {
  return (
    <TooltipProvider>
      <div className="flex grow flex-col">
        <SkipLink />
        {header ? (
          <WizardHeader {...{ progress, onSaveAndSignOut, onSignOut, signingOut, menuLink }} />
        ) : null}
        <main id="main" tabIndex={-1} className="grow px-4 pt-4 pb-5 sm:px-8 sm:pt-5 sm:pb-8 lg:py-14">
          <div className="mx-auto w-full max-w-narrow">
            <OfflineNotice>{offline}</OfflineNotice>
            {children}
            {/* The header's is in its menu there (decisions, "Save & Sign Out on a phone"). */}
            {onSaveAndSignOut ? (
              <SaveAndSignOut
                {...{ signingOut }}
                onPress={onSaveAndSignOut}
                className="mt-2 w-full lg:hidden"
              />
            ) : null}
          </div>
        </main>
        <Footer role="client" />
      </div>
    </TooltipProvider>
  )
}

type MenuProps = Pick<WizardLayoutProps, 'onSaveAndSignOut' | 'onSignOut' | 'signingOut' | 'menuLink'>

/**
 * One bar on a phone: mark, progress, menu; with large text no mark. On a desktop the progress is a row of its own and sticky; the first row is
 * sticky while it has the focus.
 */
function WizardHeader({ progress, ...menu }: MenuProps & Pick<WizardLayoutProps, 'progress'>) {
  return (
    <header
      data-sticky={progress ? '' : undefined}
      className="bar @container border-b border-hairline bg-paper"
    >
      <div
        className={clsx(
          'mx-auto grid min-h-11 max-w-wide items-center gap-x-3 px-4 sm:px-8 lg:grid-cols-[1fr_auto]',
          progress
            ? 'grid-cols-[auto_minmax(0,1fr)_auto] @max-[19rem]:grid-cols-[minmax(0,1fr)_auto]'
            : 'grid-cols-[minmax(0,1fr)_auto]',
        )}
      >
        <div className={clsx('lg:min-h-14 lg:content-center', progress && 'bar-mark @max-[19rem]:hidden')}>
          <Logo />
        </div>
        {progress}
        <WizardMenu {...menu} />
      </div>
    </header>
  )
}

/** Memoised like the footer, since the steps below change often. */
const WizardMenu = memo(function WizardMenu({
  onSaveAndSignOut,
  onSignOut,
  signingOut = false,
  menuLink,
}: MenuProps) {
  const { supportEmail, firmName } = useBranding()
  return (
    <HeaderMenu>
      <span>
        <span className="text-ink-soft">Need help? </span>
        <a
          href={supportMail(supportEmail, `Help with my application: ${firmName}`)}
          className="text-link inline-block py-2.5"
        >
          Contact Support
        </a>
      </span>
      {menuLink}
      <Link href={paths.account} className="text-link py-2.5">
        Account
      </Link>
      <Link href={paths.changePassword} className="text-link py-2.5">
        Change Password
      </Link>
      {onSaveAndSignOut ? (
        <SaveAndSignOut {...{ signingOut }} onPress={onSaveAndSignOut} size="small" />
      ) : null}
      {onSignOut ? (
        <Button
          tone="secondary"
          size="small"
          pending={signingOut}
          pendingLabel="Signing out..."
          onClick={onSignOut}
        >
          Sign Out
        </Button>
      ) : null}
    </HeaderMenu>
  )
})

type SaveAndSignOutProps = Pick<ButtonProps, 'size' | 'className'> & {
  signingOut?: boolean | undefined
  onPress: () => void
}

function SaveAndSignOut({ signingOut = false, onPress, ...button }: SaveAndSignOutProps) {
  return (
    <Button {...button} tone="secondary" pending={signingOut} pendingLabel="Saving..." onClick={onPress}>
      Save &amp; Sign Out
    </Button>
  )
}
