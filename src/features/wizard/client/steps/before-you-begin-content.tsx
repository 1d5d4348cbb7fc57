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
import { personOf } from '../home/person.ts'
import type { Elements } from '#base/client/ui/elements.ts'

type ContentProps = { application: Application; onBegin: () => void }

/** What the introduction says; loaded when it is opened. */
export function BeforeYouBeginContent({ application, onBegin }: ContentProps) {
  const branding = useBranding()
  const { heading, name, role, email, phone } = personOf(application, branding)
  return (
    <div className="mt-3 grid gap-5 rounded-lg border border-hairline bg-surface px-5 py-5 text-pretty sm:px-8">
      <div>
        <p className="font-serif text-xl">{HOW_LONG}</p>
        <p>{STOP_ANY_TIME}</p>
      </div>
      <Part title="Have these ready">
        <ul className="list-disc pl-5">
          {AT_HAND.map((thing) => (
            <li key={thing}>{thing}</li>
          ))}
        </ul>
      </Part>
      <Part title={heading}>
        <p className="wrap-anywhere">{`${name}, ${role}`}</p>
        <p className="flex flex-wrap gap-x-6">
          <a href={`tel:${phone.replaceAll(' ', '')}`} className="text-link py-2.5">
            {phone}
          </a>
          <a
            href={supportMail(email, `My application: ${branding.firmName}`)}
            className="text-link py-2.5 wrap-anywhere"
          >
            {email}
          </a>
        </p>
      </Part>
      <Part title="How we protect your information">
        <p>{`${WHY_ASKED} ${HOW_PROTECTED}`}</p>
      </Part>
      {branding.ficaPack ? <p>{TASKS_AFTERWARDS}</p> : null}
      <Button className="sm:justify-self-start" onClick={onBegin}>
        Start
      </Button>
    </div>
  )
}

function Part({ title, children }: { title: string; children: Elements }) {
  return (
    <div>
      <h2 className="mb-1 text-lg">{title}</h2>
      {children}
    </div>
  )
}
