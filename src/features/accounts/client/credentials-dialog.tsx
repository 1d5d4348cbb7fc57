import { Copy } from 'lucide-react'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { Button } from '#base/client/ui/button.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { copyCredentials } from './credentials.ts'
import { titles, type CredentialsShown } from './use-new-credentials.ts'

export type CredentialsDialogProps = { credentials: CredentialsShown }

/** Shows new credentials until acknowledged: a toast can be missed, and they are never shown again. */
export function CredentialsDialog({ credentials: { shown, acknowledge } }: CredentialsDialogProps) {
  if (shown === null) return null
  const { email, temporaryPassword, expiresAt, emailed, why } = shown
  return (
    <Dialog
      open
      closable={false}
      onClose={acknowledge}
      size="small"
      title={titles[why].dialog}
      description={
        emailed
          ? 'We’ve also sent these by email. They won’t be shown again.'
          : 'Please pass these on yourself: this demo does not send email. They won’t be shown again.'
      }
      footer={
        <>
          <Button
            tone="secondary"
            icon={<Copy aria-hidden="true" className="size-5" />}
            onClick={() => void copyCredentials(shown)}
          >
            Copy credentials
          </Button>
          <Button onClick={acknowledge} data-autofocus="">
            Done
          </Button>
        </>
      }
    >
      <DefinitionList
        rows={[
          { label: 'Email', value: email, copy: email },
          {
            label: 'Temporary password',
            value: <span className="font-mono text-lg break-all">{temporaryPassword}</span>,
            copy: temporaryPassword,
          },
          { label: 'Valid until', value: formatDateTime(new Date(expiresAt)) },
        ]}
      />
    </Dialog>
  )
}
