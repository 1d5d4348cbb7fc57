import { useState } from 'react'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import { waitsForClient } from '#features/due-diligence/rules/tasks.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { usePackActions } from './use-pack.ts'

type AskClientProps = {
  pack: ReviewedPack
  /** Without the number of checks. */
  isShort?: boolean
  className?: string
  onAsked?: () => void
}

/** How many checks wait for the client. */
export function waitingChecks({ tasks }: Pick<ReviewedPack, 'tasks'>): number {
  return tasks.filter(({ state }) => waitsForClient(state)).length
}

/** Asks the client by email for all checks that wait for them, after a preview. */
export function AskClient({ pack, isShort = false, className, onAsked }: AskClientProps) {
  const { applicationId, askedAt } = pack
  const { ask } = usePackActions(applicationId)
  const [asking, setAsking] = useState(false)
  const count = waitingChecks(pack)
  const what = count === 1 ? '1 check' : `${count} checks`
  return (
    <>
      <Button size="small" className={className} tone="secondary" onClick={() => setAsking(true)}>
        {isShort ? 'Ask the client' : `Ask the client for ${what}`}
      </Button>
      {asking ? (
        <FormDialog
          size="normal"
          title={`Ask the client for ${what}`}
          description={askedAt === null ? undefined : `Last asked on ${formatDateTime(new Date(askedAt))}.`}
          submitLabel="Send"
          focusSubmit
          pending={ask.isPending}
          pendingLabel="Sending..."
          onSubmit={() =>
            ask.mutate(
              {},
              {
                onSuccess: () => {
                  setAsking(false)
                  onAsked?.()
                },
              },
            )
          }
          onCancel={() => setAsking(false)}
        >
          <MailPreview
            upcoming={{
              call: 'POST /api/admin/applications/{id}/pack/ask',
              params: { id: applicationId },
              body: {},
            }}
          />
        </FormDialog>
      ) : null}
    </>
  )
}
