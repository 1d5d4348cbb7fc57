import type { Progress } from '#features/applications/api/application.ts'
import { formatDate, formatDateTime } from '#base/rules/time/dates.ts'
import { Section } from '#base/client/ui/section.tsx'

type SentCorrectionsProps = {
  sent: NonNullable<Progress['sentCorrections']>
  /** Who checks them. */
  person: string
}

/** What the client sent after submission, when, and what became of it. */
export function SentCorrections({ sent: { sentAt, labels, acceptedAt }, person }: SentCorrectionsProps) {
  const count = labels.length === 1 ? '1 change' : `${labels.length} changes`
  return (
    <Section title="Your changes" className="mb-8">
      <p className="text-pretty">
        <span>{`You sent ${count} on ${formatDateTime(new Date(sentAt))}.`}</span>{' '}
        <span>
          {acceptedAt === null
            ? `${person} is checking ${labels.length === 1 ? 'it' : 'them'}.`
            : `Accepted on ${formatDate(new Date(acceptedAt))}.`}
        </span>
      </p>
      <ul className="mt-2 list-disc pl-5 text-ink-soft wrap-anywhere">
        {[...Map.groupBy(labels, (label) => label)].map(([label, all]) => (
          <li key={label}>{all.length === 1 ? label : `${label} (${all.length})`}</li>
        ))}
      </ul>
    </Section>
  )
}
