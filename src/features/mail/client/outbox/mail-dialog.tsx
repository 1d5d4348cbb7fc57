import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { OutboxMail } from '#features/mail/api/outbox.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Button } from '#base/client/ui/button.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { partsOf } from './text-parts.ts'

/** A sent e-mail, as HTML and text. */
export function MailDialog({ mail, onClose }: { mail: OutboxMail; onClose: () => void }) {
  const { data, error } = useQuery(queryFor('GET /api/admin/outbox/{id}', { params: { id: mail.id } }))
  return (
    <Dialog
      open
      size="wide"
      title={mail.subject}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <DefinitionList
        rows={[
          { label: 'From', value: data?.from ?? '' },
          { label: 'To', value: mail.recipient, copy: mail.recipient },
          { label: 'Written', value: formatDateTime(new Date(mail.writtenAt)) },
        ]}
      />
      <Section level={3} title="As most people see it" className="mt-8">
        {/* Another origin for the browser, without scripts, so that a mail's content stays isolated. */}
        <iframe
          sandbox=""
          src={`/api/admin/outbox/${mail.id}/html`}
          title="The email"
          className="block h-144 w-full border border-hairline"
        />
      </Section>
      <Section
        level={3}
        title="As plain text"
        description="You can follow links and copy text here."
        className="mt-8"
      >
        {error ? <Notice tone="danger">{detailOf(error)}</Notice> : null}
        <p className="border border-hairline bg-surface p-4 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
          {data ? withLinks(data.text) : ''}
        </p>
      </Section>
    </Dialog>
  )
}

/** A text with its addresses of this site as links. */
function withLinks(text: string) {
  return partsOf(text).map(({ at, part, isAddress }) =>
    isAddress ? (
      <a
        key={at}
        className="text-link"
        href={`${new URL(part).pathname}${new URL(part).search}`}
        target="_blank"
        rel="noreferrer"
      >
        {part}
      </a>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  )
}
