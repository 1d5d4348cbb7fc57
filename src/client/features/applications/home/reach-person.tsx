import { Mail, Phone } from 'lucide-react'
import { supportMail } from '#client/shared/shell/paths.ts'
import { DefinitionList } from '#client/ui/definition-list.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Section } from '#client/ui/section.tsx'
import type { Person } from './person.ts'

type ReachProps = { person: Person; reference: string }

/** To call and to write to somebody, with one press each. */
export function ReachButtons({ person: { email, phone, name }, reference }: ReachProps) {
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

/** Who looks after the client, and what to say when one calls. */
export function YourPerson({ person, reference }: ReachProps) {
  const { name, role, email, phone } = person
  return (
    <Section title="Who looks after you" className="mt-12">
      <p className="font-serif text-xl wrap-anywhere">{name}</p>
      <p className="mb-5 text-ink-soft">{role}</p>
      <ReachButtons person={person} reference={reference} />
      <DefinitionList
        className="mt-6"
        rows={[
          { label: 'Phone', value: phone, copy: phone },
          { label: 'Email', value: email, copy: email },
          {
            label: 'Reference to give',
            value: (
              <span translate="no" className="amounts font-semibold">
                {reference}
              </span>
            ),
            copy: reference,
          },
        ]}
      />
    </Section>
  )
}
