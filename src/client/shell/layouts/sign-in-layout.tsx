import type { ReactNode } from 'react'
import { useBranding } from '../branding.tsx'
import { Logo } from '../logo.tsx'
import { Footer } from './footer.tsx'

/** The promise on one side, a form on the other (specification section 1). The page brings its own `h1`. */
export function SignInLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex grow flex-col lg:flex-row-reverse">
      <div className="order-2 flex grow flex-col lg:order-none lg:w-1/2">
        <main className="flex grow flex-col justify-center px-4 py-10 sm:px-8 lg:py-16">
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
    <aside
      aria-label="Welcome"
      className="relative order-1 overflow-hidden bg-panel text-on-panel lg:order-none lg:flex lg:w-1/2 lg:flex-col"
    >
      <div
        aria-hidden="true"
        className="engraving absolute -right-48 -bottom-72 size-[34rem] bg-panel-line opacity-30 lg:-right-80 lg:-bottom-80 lg:size-[60rem]"
      />
      <div className="relative flex grow flex-col px-4 py-6 sm:px-8 lg:px-16 lg:py-14">
        <Logo />
        <div className="mt-6 max-w-[34rem] lg:my-auto lg:py-16">
          <h2 className="text-2xl text-on-panel lg:text-4xl">Start Your Wealth Management Journey</h2>
          <p className="mt-3 text-on-panel-soft text-pretty lg:mt-6 lg:text-lg">
            Complete your professional onboarding in minutes, not weeks. Secure, simple, and designed for your
            success.
          </p>
          <hr className="mt-8 hidden w-16 border-panel-line lg:block" />
        </div>
        <p className="mt-4 font-serif text-lg text-panel-line lg:mt-0">{tagline}</p>
      </div>
    </aside>
  )
}
