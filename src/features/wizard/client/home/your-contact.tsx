import { Mail, Phone } from 'lucide-react'
import { supportMail } from '#base/client/paths.ts'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { Section } from '#base/client/ui/section.tsx'
import type { Person } from './person.ts'

type ContactProps = { person: Person; reference: string }

/** Buttons to call and to email a person. */
export function ContactButtons({ person: { email, phone, name }, reference }: ContactProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton
        external
        href={`tel:${phone.replaceAll(' ', '')}`}
        className="grow sm:grow-0"
        icon={<Phone aria-hidden="true" className="size-4.5" />}
        aria-label={`Call ${name}`}
      >
        Call
      </LinkButton>
      <LinkButton
        external
        href={supportMail(email, `My application ${reference}`)}
        className="grow sm:grow-0"
        icon={<Mail aria-hidden="true" className="size-4.5" />}
        aria-label={`Email ${name}`}
      >
        Email
      </LinkButton>
    </div>
  )
}

/** The client's contact, and the reference for calls. */
export function YourContact({ person, reference, hasButtons }: ContactProps & { hasButtons: boolean }) {
  const { heading, name, role, email, phone } = person
  return (
    <Section title={heading} className="mt-8">
      <div className="grid gap-x-12 gap-y-3 md:grid-cols-2">
        <div>
          <p className="font-serif text-xl wrap-anywhere">{name}</p>
          <p className="text-ink-soft">{role}</p>
          {hasButtons ? (
            <div className="mt-4">
              <ContactButtons person={person} reference={reference} />
            </div>
          ) : null}
        </div>
        <DefinitionList
          compact="always"
          rows={[
            { label: 'Phone', value: phone, copy: phone },
            { label: 'Email', value: email, copy: email },
            {
              label: 'Your reference',
              value: (
                <span translate="no" className="amounts font-semibold">
                  {reference}
                </span>
              ),
              copy: reference,
            },
          ]}
        />
      </div>
    </Section>
  )
}
