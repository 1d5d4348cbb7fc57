import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { accountName } from '#features/access/rules/account-name.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { call, detailOr } from '#base/client/lib/api.ts'
import { applicationCountKeys } from '#base/client/lists/application-counts.ts'
import { applicationListsKey } from '#base/client/lists/application-lists-key.ts'
import { useUndo } from '#features/applications/client/use-undo.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { ChooseManagerDialog } from '#features/accounts/client/choose-manager-dialog.tsx'
import type { Manager } from '#features/accounts/client/manager-select.tsx'
import { reviewedQuery, timelineKey } from '../status/use-status-change.ts'

type ManagedProps = { application: ReviewedApplication }

/** The wealth manager of the client, with a button to change them. */
export function ManagerSection({ application }: ManagedProps) {
  const { createdByWealthManagerId: owner, wealthManagerName: name, unassigned } = application
  const [assigning, setAssigning] = useState(false)
  const [assignedTo, setAssignedTo] = useState<string | undefined>()
  const change = useRef<HTMLButtonElement>(null)
  // The pressed button disappears with the warning; its replacement is focused.
  useEffect(() => {
    if (assignedTo !== undefined && assignedTo === owner) change.current?.focus()
  }, [assignedTo, owner])
  const button = (
    <Allowed to="application.administer">
      <Button
        ref={change}
        size="small"
        tone={unassigned ? 'primary' : 'secondary'}
        onClick={() => setAssigning(true)}
      >
        {name === null ? 'Assign Wealth Manager' : 'Reassign'}
      </Button>
    </Allowed>
  )
  return (
    <>
      {unassigned ? (
        <Notice tone="warning" title="This client has no wealth manager" action={button} className="mb-8">
          {name === null
            ? 'There is no letter to sign, and the application won’t be reviewed until you assign one.'
            : `${name}’s account is deactivated, so the application won’t be reviewed.`}
        </Notice>
      ) : (
        <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="min-w-0 wrap-anywhere">
            <span className="text-ink-soft">Wealth Manager</span>
            <span>{` ${name ?? 'Not assigned'}`}</span>
          </span>
          {button}
        </p>
      )}
      {assigning ? (
        <AssignDialog
          application={application}
          onClose={() => setAssigning(false)}
          onAssigned={setAssignedTo}
        />
      ) : null}
    </>
  )
}

type AssignProps = {
  onClose: () => void
  /** @param to the client's new wealth manager */
  onAssigned: (to: string) => void
}

/** The call that assigns a client to a manager. */
function assignmentTo(id: string, { id: wealthManagerId, hasLetter }: Manager) {
  return {
    params: { id },
    body: { wealthManagerId, ...(!hasLetter && { withoutLetter: true as const }) },
  }
}

function useAssignment({ id }: ReviewedApplication, { onClose, onAssigned }: AssignProps) {
  const client = useQueryClient()
  const undoOf = useUndo()
  return useMutation({
    mutationFn: (manager: Manager) =>
      call('PUT /api/admin/applications/{id}/wealth-manager', assignmentTo(id, manager)),
    onSuccess: (assigned, manager) => {
      onClose()
      onAssigned(manager.id)
      client.setQueryData(reviewedQuery(id).queryKey, assigned)
      for (const queryKey of [applicationListsKey, ...applicationCountKeys, timelineKey(id)]) {
        void client.invalidateQueries({ queryKey })
      }
      toast({
        title: 'Wealth Manager Assigned',
        description: `${assigned.wealthManagerName} has been notified.`,
        ...undoOf(assigned),
      })
    },
  })
}

function AssignDialog({ application, ...props }: ManagedProps & AssignProps) {
  const { createdByWealthManagerId: present, fullName, username } = application
  const assign = useAssignment(application, props)
  return (
    <ChooseManagerDialog
      title="Assign Wealth Manager"
      description={`Choose who will look after ${accountName({ fullName, username })}. Their letter, lists and emails move too.`}
      label="Wealth Manager"
      listOf="admin"
      except={present ?? undefined}
      required="Please select a wealth manager for this client."
      confirmLabel="Assign"
      pendingLabel="Assigning..."
      pending={assign.isPending}
      failure={assign.error ? detailOr(assign.error, 'The wealth manager couldn’t be assigned.') : undefined}
      ahead={(manager) => ({
        call: 'PUT /api/admin/applications/{id}/wealth-manager',
        ...assignmentTo(application.id, manager),
      })}
      onChoose={assign.mutate}
      onClose={props.onClose}
    />
  )
}
