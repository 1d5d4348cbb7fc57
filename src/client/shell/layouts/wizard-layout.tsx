import { memo, type ReactNode } from 'react'
import { Link } from 'wouter'
import { Button } from '#client/ui/button.tsx'
import { TooltipProvider } from '#client/ui/tooltip.tsx'
import { useBranding } from '../branding.tsx'
import { Logo } from '../logo.tsx'
import { paths, supportMail } from '../paths.ts'
import { Footer } from './footer.tsx'
import { SkipLink } from './page-layout.tsx'

export type WizardLayoutProps = {
  /** The step indicator; it stays in sight wherever it leaves enough room (not at 400 % zoom). */
  progress?: ReactNode
  onSaveAndSignOut?: () => void
  signingOut?: boolean
  /** The last step has no header (specification section 2). */
  header?: boolean
  children: ReactNode
}

/** One narrow column, the progress in sight, help at hand (specification section 2, "Client onboarding wizard"). */
export function WizardLayout({
  progress,
  onSaveAndSignOut,
  signingOut,
  header = true,
  children,
}: WizardLayoutProps) {
  return (
    <TooltipProvider>
      <div className="flex grow flex-col">
        <SkipLink />
        {header ? <WizardHeader {...{ onSaveAndSignOut, signingOut }} /> : null}
        {progress ? (
          <div
            data-sticky=""
            className="top-0 z-20 border-b border-hairline bg-paper [@media(min-height:36rem)]:sticky"
          >
            <div className="mx-auto max-w-wide px-4 sm:px-8">{progress}</div>
          </div>
        ) : null}
        <main id="main" tabIndex={-1} className="grow px-4 py-8 sm:px-8 sm:py-14">
          <div className="mx-auto w-full max-w-narrow">{children}</div>
        </main>
        <Footer role="client" />
      </div>
    </TooltipProvider>
  )
}

/** Memoised, like the footer: the steps change below it, and it stays. */
const WizardHeader = memo(function WizardHeader({
  onSaveAndSignOut,
  signingOut = false,
}: Pick<WizardLayoutProps, 'onSaveAndSignOut' | 'signingOut'>) {
  const { supportEmail, firmName } = useBranding()
  return (
    <header className="border-b border-hairline">
      <div className="mx-auto grid max-w-wide grid-cols-[1fr_auto] items-center gap-x-6 px-4 py-3 sm:px-8 md:grid-cols-[1fr_auto_auto]">
        <Logo />
        <div className="order-3 col-span-2 flex items-center justify-between gap-x-6 text-sm md:order-none md:col-span-1">
          <span>
            <span className="text-ink-soft">Need help? </span>
            <a
              href={supportMail(supportEmail, `Help with my application: ${firmName}`)}
              className="text-link inline-block py-2.5"
            >
              Contact Support
            </a>
          </span>
          <span className="flex gap-x-6">
            <Link href={paths.changePassword} className="text-link py-2.5">
              Change Password
            </Link>
            <Link href={paths.account} className="text-link py-2.5">
              Account
            </Link>
          </span>
        </div>
        {onSaveAndSignOut ? (
          <Button
            tone="secondary"
            size="small"
            pending={signingOut}
            pendingLabel="Saving..."
            onClick={onSaveAndSignOut}
            className="order-2 md:order-none"
          >
            Save &amp; Sign Out
          </Button>
        ) : null}
      </div>
    </header>
  )
})
