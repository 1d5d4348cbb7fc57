import { useState } from 'react'
import type { Approval } from '#features/approvals/api.ts'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { usePackActions } from './use-pack.ts'

type GateExceptionProps = { pack: ReviewedPack; gate: NonNullable<ReviewedPack['gate']> }

/** That a senior manager allows onboarding with open checks, or a request for that. */
export function GateException({ pack, gate }: GateExceptionProps) {
  const [asking, setAsking] = useState(false)
  if (gate.overriddenUntil !== null) {
    return (
      <p className="mt-2 text-sm">
        {`A senior manager allows onboarding until ${formatDateTime(new Date(gate.overriddenUntil))}.`}
      </p>
    )
  }
  if (gate.missing.length === 0 || !gate.canAskException) return null
  return (
    <>
      <Allowed to="approval.ask">
        <Button size="small" tone="secondary" className="mt-2" onClick={() => setAsking(true)}>
          Request an exception
        </Button>
      </Allowed>
      {asking ? <OverrideDialog applicationId={pack.applicationId} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

/** What is missing, in words. */
export function MissingList({ missing }: Pick<NonNullable<ReviewedPack['gate']>, 'missing'>) {
  return (
    <ul className="list-disc pl-5">
      {missing.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function isOpenOverride({ kind, state }: Approval): boolean {
  return kind === 'gate' && state === 'open'
}

type NotReadyDialogProps = { name: string; pack: ReviewedPack; onClose: () => void }

/** Mark Onboarded for a client who is not ready: the reasons, and a request for an exception. */
export function NotReadyDialog({ name, pack, onClose }: NotReadyDialogProps) {
  const [asking, setAsking] = useState(false)
  if (asking) return <OverrideDialog applicationId={pack.applicationId} onClose={onClose} />
  return (
    <Dialog
      open
      title="Mark Onboarded"
      description={`${name} can’t be onboarded yet.`}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Close
          </Button>
          {pack.gate?.canAskException === true ? (
            <Button tone="secondary" onClick={() => setAsking(true)}>
              Request an exception
            </Button>
          ) : null}
        </>
      }
    >
      <MissingList missing={pack.gate?.missing ?? []} />
      {pack.approvals.some((one) => isOpenOverride(one)) ? (
        <p className="mt-4">A request for an exception waits for a senior manager.</p>
      ) : null}
    </Dialog>
  )
}

function OverrideDialog({ applicationId, onClose }: { applicationId: string; onClose: () => void }) {
  const { override } = usePackActions(applicationId)
  const [reason, setReason] = useState('')
  const [submitted, setSubmitted] = useState(false)
  return (
    <FormDialog
      title="Request an exception"
      description="A senior manager decides. With their sign-off, the client can be onboarded with open checks for 7 days."
      submitLabel="Ask a senior manager"
      pending={override.isPending}
      pendingLabel="Asking..."
      onSubmit={() => {
        setSubmitted(true)
        if (reason.trim() !== '') override.mutate(reason.trim(), { onSuccess: onClose })
      }}
      onCancel={onClose}
    >
      {override.error === null ? null : (
        <Notice tone="danger" live="alert">
          {detailOf(override.error)}
        </Notice>
      )}
      <TextArea
        label="Reason"
        name="reason"
        rows={3}
        hint="Staff only, with your name. Clients never see it."
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={submitted && reason.trim() === '' ? 'Please give a reason' : undefined}
      />
    </FormDialog>
  )
}
