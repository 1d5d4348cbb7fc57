import type { ReactNode } from 'react'
import { useBranding } from '../branding.tsx'
import { Logo } from '../logo.tsx'
import { Footer } from './footer.tsx'

/**
 * The firm's promise beside a form (specification section 1); on a phone a band above the form and the rest below it.
 * The page brings its own `h1`.
 */
export function SignInLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex grow flex-col lg:flex-row-reverse">
      <div className="order-2 flex grow flex-col lg:order-none lg:w-1/2">
        <main className="flex grow flex-col justify-center px-4 pt-5 pb-8 sm:px-8 lg:py-16">
          <div className="mx-auto w-full max-w-form">{children}</div>
        </main>
        <Footer />
      </div>
      <Welcome />
    </div>
  )
}

function Welcome() {
  const { tagline } = useBranding()
  return (
    <aside aria-label="Welcome" className="panel contents lg:flex lg:w-1/2 lg:flex-col lg:px-16 lg:py-14">
      <div className="panel order-1 px-4 py-4 sm:px-8 lg:contents">
        <div
          aria-hidden="true"
          className="engraving absolute -z-1 -right-48 -bottom-72 size-[34rem] bg-panel-line opacity-30 lg:-right-80 lg:-bottom-80 lg:size-[60rem]"
        />
        <Logo />
        <h2 className="mt-2 text-xl lg:mt-auto lg:max-w-[34rem] lg:pt-16 lg:text-4xl">
          Start Your Wealth Management Journey
        </h2>
      </div>
      <div className="panel order-3 px-4 py-6 sm:px-8 lg:contents">
        <p className="max-w-[34rem] text-on-panel-soft text-pretty lg:mt-6 lg:text-lg">
          Complete your professional onboarding in minutes, not weeks. Secure, simple, and designed for your
          success.
        </p>
        <hr className="mt-8 mb-auto hidden w-16 border-panel-line lg:block" />
        <p className="mt-4 font-serif text-lg text-panel-line lg:pt-16">{tagline}</p>
      </div>
    </aside>
  )
}
