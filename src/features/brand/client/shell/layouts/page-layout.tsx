import type { ReactElement, ReactNode } from 'react'
import { Link } from 'wouter'
import type { Role } from '#features/access/rules/roles.ts'
import { Logo } from '../logo.tsx'
import { OfflineNotice } from '../offline-notice.tsx'
import { paths } from '#base/client/paths.ts'
import { Footer } from './footer.tsx'
import type { Elements } from '#base/client/ui/elements.ts'

/** The skip link, first in the tab order. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded-md bg-primary px-4 py-3 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
    >
      Skip to the content
    </a>
  )
}

export type PageLayoutProps = {
  /** The reader's role, for the footer. */
  role?: Role | undefined
  /** The right side of the header: one button, or a `HeaderMenu`. */
  actions?: ReactNode
  /** A header instead of the one with `actions`. */
  header?: ReactElement
  /** `full`: the page brings its own margins. */
  width?: 'form' | 'narrow' | 'wide' | 'full'
  children: Elements
}

/** Less space around tables. */
const SPACES = {
  form: 'px-4 pt-5 pb-10 sm:px-8 lg:pt-16 lg:pb-16',
  narrow: 'px-4 pt-5 pb-10 sm:px-8 lg:pt-16 lg:pb-16',
  wide: 'px-4 pt-2 pb-6 sm:px-8 lg:pt-3',
  full: 'flex flex-col',
}
const WIDTHS = {
  form: 'max-w-form',
  narrow: 'max-w-narrow',
  wide: 'max-w-wide',
  full: 'flex grow flex-col',
}

/** A page with the firm's name, one column and the footer. */
export function PageLayout({ role, actions, header, width = 'form', children }: PageLayoutProps) {
  return (
    <div className="flex grow flex-col">
      <SkipLink />
      {header ?? (
        <header className="border-b border-hairline px-4 sm:px-8">
          <div className="mx-auto flex min-h-14 max-w-wide flex-wrap items-center justify-between gap-x-8">
            {/* Large text wraps the row; the logo alone wraps at the usual size. */}
            <div className="min-w-0 flex-1 basis-32">
              <Link href={paths.home} className="inline-block rounded-sm py-0.5 text-ink no-underline">
                <Logo />
                <span className="sr-only">Home</span>
              </Link>
            </div>
            {actions ? <div className="max-lg:shrink-0">{actions}</div> : null}
          </div>
        </header>
      )}
      <main id="main" tabIndex={-1} className={`grow ${SPACES[width]}`}>
        <div className={`mx-auto w-full ${WIDTHS[width]}`}>
          <OfflineNotice />
          {children}
        </div>
      </main>
      <Footer role={role} />
    </div>
  )
}
