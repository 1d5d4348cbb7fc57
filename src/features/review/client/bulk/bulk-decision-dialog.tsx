import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UncheckedApplication } from '#features/review/api/bulk-acts.ts'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import type { AnswerOf, BodyOf } from '#base/rules/api/contract.ts'
import { actions, type ActionName } from '#features/access/rules/lifecycle/transitions.ts'
import { STILL_CHECKING } from '#features/access/rules/gate-levels.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import type { ApiError } from '#base/client/lib/api-error.ts'
import type { UpcomingCall } from '#features/mail/client/preview/use-mail-preview.ts'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { statesUnchecked, uncheckedText } from '../checks/unchecked-text.ts'
import { STAFF_ONLY_HINTS } from '../status/change-dialog.tsx'
import { ReasonDialog } from '../status/reason-dialog.tsx'
import { applicationsText, decisionText, waitingText } from './bulk-texts.ts'
import type { BulkActionInput } from './use-bulk-action.ts'

type BulkDecisionDialogProps = {
  action: ActionName
  count: number
  /** The selected applications. */
  chosen: Omit<BulkActionInput, 'act'>
  ahead: (act: BulkActionInput['act']) => UpcomingCall
  onConfirm: (act: BulkActionInput['act']) => void
  onCancel: () => void
}

/** Confirms a status change of many applications and lists what is unchecked in each. */
export function BulkDecisionDialog({ action, count, chosen, ahead, ...answers }: BulkDecisionDialogProps) {
  const { to } = actions[action]
  const [skip, setSkip] = useState(false)
  const { data: listed = [], error, isLoading } = useUnchecked(statesUnchecked(to), { status: to, ...chosen })
  const notReady = listed.filter((one) => one.notReady.length > 0)
  const unchecked = listed.filter((one) => one.notReady.length === 0)
  const actFor = (reason: string | undefined, mail: EditedMail | undefined): BulkActionInput['act'] => ({
    name: 'change-status',
    status: to,
    reason,
    ...(skip && { skipUnchecked: true }),
    mail,
  })
  return (
    <ReasonDialog
      action={decisionText(action, count)}
      tone={action === 'markCancelled' ? 'danger' : 'primary'}
      description="Applications that can’t be moved to this status will be skipped. All other clients are emailed."
      reason={action === 'markCancelled' ? 'optional' : 'none'}
      hint={STAFF_ONLY_HINTS}
      pending={isLoading}
      pendingLabel="Checking..."
      editsMail
      ahead={(reason, mail) => ahead(actFor(reason, mail))}
      onConfirm={(reason, mail) => answers.onConfirm(actFor(reason, mail))}
      onCancel={answers.onCancel}
    >
      {error ? (
        <Notice tone="danger" live="alert">
          {`Unopened documents and open checks couldn’t be listed. ${detailOf(error)}`}
        </Notice>
      ) : null}
      {notReady.length === 0 ? null : <NotReadyList {...{ notReady, count }} />}
      {unchecked.length === 0 ? null : <UncheckedList unchecked={unchecked} skip={skip} onSkip={setSkip} />}
    </ReasonDialog>
  )
}

type UncheckedBody = BodyOf<'POST /api/admin/open-checks'>

/** What is currently unchecked in the selected applications. */
function useUnchecked(enabled: boolean, body: UncheckedBody) {
  return useQuery<AnswerOf<'POST /api/admin/open-checks'>, ApiError>({
    queryKey: ['open-checks', JSON.stringify(body)],
    queryFn: ({ signal }) => call('POST /api/admin/open-checks', { body, signal }),
    enabled,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Clients that the action will skip, because due diligence is open. */
function NotReadyList({ notReady, count }: { notReady: readonly UncheckedApplication[]; count: number }) {
  const isNeutral = notReady.every((one) => one.notReady.every((text) => text === STILL_CHECKING))
  const title = isNeutral
    ? waitingText(notReady.length, count)
    : `${applicationsText(notReady.length)} not ready, and will be skipped`
  return (
    <Notice tone="info" title={title}>
      <Listed title={title} listed={notReady} textOf={(one) => (isNeutral ? '' : one.notReady.join(' '))} />
    </Notice>
  )
}

type ListedProps = {
  title: string
  listed: readonly UncheckedApplication[]
  textOf: (one: UncheckedApplication) => string
}

function Listed({ title, listed, textOf }: ListedProps) {
  return (
    <div
      role="region"
      aria-label={title}
      // Focusable, so that it can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-48 overflow-y-auto"
    >
      <ul className="grid gap-2">
        {listed.map((one) => (
          <li key={one.applicationId} className="wrap-anywhere">
            <span className="block font-semibold">{one.name}</span>
            <span className="block text-sm">{textOf(one)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

type UncheckedListProps = {
  unchecked: readonly UncheckedApplication[]
  skip: boolean
  onSkip: (skip: boolean) => void
}

function UncheckedList({ unchecked, skip, onSkip }: UncheckedListProps) {
  const title = `${applicationsText(unchecked.length)} not fully checked`
  return (
    <Notice tone="warning" title={title}>
      <Listed title={title} listed={unchecked} textOf={uncheckedText} />
      <Checkbox
        className="mt-2"
        label={`Skip ${unchecked.length === 1 ? 'this application' : `these ${unchecked.length} applications`}`}
        checked={skip}
        onChange={({ target }) => onSkip(target.checked)}
      />
    </Notice>
  )
}
