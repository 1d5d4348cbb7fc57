import type { Application } from '#features/applications/api/application.ts'
import { reviewPromiseText } from '#features/brand/rules/office.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { supportMail } from '#base/client/paths.ts'
import { DefinitionList, type DefinitionRow } from '#base/client/ui/definition-list.tsx'
import { Section } from '#base/client/ui/section.tsx'

/** Next steps after submission (specification section 2, step 9). */
export function WhatHappensNext({
  application: { emailAddress, wealthManagerName },
}: {
  application: Application
}) {
  const { office } = useBranding()
  const events = [
    { what: 'Review', how: `We’ll review your application within ${reviewPromiseText(office)}.` },
    { what: 'Email confirmation', how: `We’ll email a confirmation to ${emailAddress}.` },
    {
      what: 'Wealth manager assigned',
      how: wealthManagerName
        ? `${wealthManagerName} is your wealth manager.`
        : 'We’ll assign a wealth manager to you.',
    },
    { what: 'Consultation scheduled', how: 'We’ll contact you to schedule your first consultation.' },
  ]
  return (
    <Section title="What Happens Next" className="mt-8">
      <ol className="grid gap-5 sm:grid-cols-2">
        {events.map(({ what, how }, index) => (
          <li key={what} className="grid grid-cols-[2rem_1fr] gap-x-3">
            <span aria-hidden="true" className="amounts font-serif text-xl text-brass">
              {index + 1}
            </span>
            <div>
              <p className="font-semibold">{what}</p>
              <p className="text-ink-soft text-pretty">{how}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

export function Quote() {
  return (
    <figure className="mt-8 border-l-2 border-brass-line pl-6">
      <blockquote className="font-serif text-xl text-balance">
        “Beware of little expenses; a small leak will sink a great ship.”
      </blockquote>
      <figcaption className="mt-2 text-sm text-ink-soft">Benjamin Franklin</figcaption>
    </figure>
  )
}

/** The firm's own contact details. */
export function useSupportRows(): DefinitionRow[] {
  const { supportEmail, supportPhone, firmName, office } = useBranding()
  return [
    {
      label: 'Support email',
      value: (
        <a className="text-link" href={supportMail(supportEmail, `My application: ${firmName}`)}>
          {supportEmail}
        </a>
      ),
    },
    {
      label: 'Support phone',
      value: (
        <a className="text-link" href={`tel:${supportPhone.replaceAll(' ', '')}`}>
          {supportPhone}
        </a>
      ),
    },
    { label: 'Support hours', value: office.hours },
  ]
}

export function FirmSupport() {
  return (
    <Section title="Questions?" className="mt-8" description="We’re happy to help.">
      <DefinitionList compact="always" className="-mt-3" rows={useSupportRows()} />
    </Section>
  )
}
