import { Mail, Phone } from 'lucide-react'
import {
  AT_HAND,
  HOW_LONG,
  HOW_PROTECTED,
  STOP_ANY_TIME,
  TASKS_AFTERWARDS,
  WHY_ASKED,
} from '#features/applications/rules/wizard/before-you-begin.ts'
import type { Application } from '#features/applications/api/application.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { supportMail } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { personOf, type Person } from '../home/person.ts'
import { greetingName } from './greeting-name.ts'
import type { Elements } from '#base/client/ui/elements.ts'

/** What the introduction says; loaded when it is opened. */
export function BeforeYouBeginContent({
  application,
  onBegin,
}: {
  application: Application
  onBegin: () => void
}) {
  const branding = useBranding()
  return (
    <div className="mt-3 overflow-hidden rounded-lg border border-hairline bg-surface">
      <Opening application={application} />
      <div className="grid gap-6 px-5 py-6 sm:px-8 md:grid-cols-2 md:gap-x-10">
        <Part title="Have these ready">
          <ul className="grid gap-1.5">
            {AT_HAND.map((thing) => (
              <li key={thing} className="grid grid-cols-[1.25rem_1fr]">
                <span aria-hidden="true" className="mt-2.5 size-1.5 rotate-45 bg-brass-line" />
                <span>{thing}</span>
              </li>
            ))}
          </ul>
        </Part>
        <LooksAfterYou person={personOf(application, branding)} />
        <Part title="Why we ask">
          <p>{WHY_ASKED}</p>
        </Part>
        <Part title="How we protect your information">
          <p>{HOW_PROTECTED}</p>
        </Part>
        {branding.ficaPack ? <p className="text-pretty md:col-span-2">{TASKS_AFTERWARDS}</p> : null}
        <Button className="md:col-span-2 md:justify-self-start" onClick={onBegin}>
          Start
        </Button>
      </div>
    </div>
  )
}

function Opening({ application: { fullName } }: { application: Application }) {
  return (
    <div className="panel px-5 py-6 sm:px-8 sm:py-8">
      <div
        aria-hidden="true"
        className="engraving absolute -z-1 -right-40 -bottom-56 size-[26rem] bg-panel-line opacity-30"
      />
      <p className="font-serif text-xl text-balance sm:text-2xl">{`${fullName ? `Welcome, ${greetingName(fullName)}.` : 'Welcome.'} ${HOW_LONG}`}</p>
      <p className="mt-3 max-w-[34rem] text-on-panel-soft text-pretty">{STOP_ANY_TIME}</p>
    </div>
  )
}

function Part({ title, children }: { title: string; children: Elements }) {
  return (
    <div className="text-pretty">
      <h2 className="mb-2 text-lg">{title}</h2>
      {children}
    </div>
  )
}

function LooksAfterYou({ person: { heading, name, role, email, phone } }: { person: Person }) {
  const { firmName } = useBranding()
  return (
    <Part title={heading}>
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="mb-1 text-ink-soft">{role}</p>
      <Contact Sign={Phone} href={`tel:${phone.replaceAll(' ', '')}`} text={phone} />
      <Contact Sign={Mail} href={supportMail(email, `My application: ${firmName}`)} text={email} />
    </Part>
  )
}

function Contact({ Sign, href, text }: { Sign: typeof Phone; href: string; text: string }) {
  return (
    <p className="flex items-center gap-2">
      <Sign aria-hidden="true" className="size-4 shrink-0 text-brass" />
      <a href={href} className="text-link py-2.5 wrap-anywhere">
        {text}
      </a>
    </p>
  )
}
