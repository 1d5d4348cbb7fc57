import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { accountName } from '#features/access/rules/account-name.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { call } from '#base/client/lib/api.ts'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { ConfirmDialog } from '#base/client/ui/dialog.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { CHOOSE_SUCCESSOR, notifyRequired } from './clients-text.ts'
import type { Manager } from './manager-select.tsx'
import { handedTo, SuccessorSelect } from './successor-select.tsx'
import { notifyFailure } from './task-dialogs.tsx'
import { UserStatusText } from './user-columns.tsx'
import type { UserRow } from './use-users.ts'

type AccessSectionProps = { user: UserRow; isOwn: boolean; onClose: () => void; onChanged: () => void }

/** Whether the account is active, and its sessions. */
export function AccessSection({ user, isOwn, onClose, onChanged }: AccessSectionProps) {
  const [asking, setAsking] = useState(false)
  const [to, setTo] = useState<Manager | undefined>()
  const [missing, setMissing] = useState(false)
  const leaves = user.role === 'wealth_manager' ? user.clients : 0
  const signOut = useSignOut(user)
  const deactivation = useMutation({
    mutationFn: (deactivated: boolean) =>
      call('PATCH /api/system-admin/users/{id}', deactivatedOr({ user, deactivated, to })),
    onSuccess: ({ status }) => {
      onClose()
      onChanged()
      const is = status === 'deactivated' ? 'can no longer sign in.' : 'can sign in again.'
      toast({ title: 'User Updated', description: `${accountName(user)} ${is}` })
    },
    onError: (error) => {
      setAsking(false)
      notifyFailure(error, 'Failed to update user')
    },
  })
  const isDeactivated = user.status === 'deactivated'
  return (
    <Section level={3} title="Access" action={<UserStatusText {...user} />}>
      <div className="flex flex-wrap gap-3">
        <Button
          tone="secondary"
          size="small"
          pending={signOut.isPending}
          pendingLabel="Signing out..."
          onClick={() => signOut.mutate()}
        >
          Sign out everywhere
        </Button>
        {user.hasSecondFactor && !isOwn ? <ResetSecondFactor user={user} onChanged={onChanged} /> : null}
        <AllowLinking user={user} />
        {isOwn ? null : (
          <Button
            tone="secondary"
            size="small"
            pending={deactivation.isPending}
            onClick={() => (isDeactivated ? deactivation.mutate(false) : setAsking(true))}
          >
            {isDeactivated ? 'Reactivate' : 'Deactivate'}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title={`Deactivate ${accountName(user)}?`}
        description="The user is signed out everywhere and can no longer sign in. You can reactivate the account at any time."
        confirmLabel="Deactivate"
        tone="danger"
        pending={deactivation.isPending}
        pendingLabel="Deactivating..."
        size="normal"
        onConfirm={() => {
          const lacks = leaves > 0 && to === undefined
          setMissing(lacks)
          if (lacks) notifyRequired('Wealth Manager', CHOOSE_SUCCESSOR)
          else deactivation.mutate(true)
        }}
        onCancel={() => setAsking(false)}
      >
        {leaves === 0 ? null : (
          <Succession user={user} to={to} onChange={setTo} isMissing={missing && to === undefined} />
        )}
      </ConfirmDialog>
    </Section>
  )
}

interface Access {
  user: UserRow
  deactivated: boolean
  /** Who gets the clients then. */
  to: Manager | undefined
}

/** The call that deactivates or reactivates an account. */
function deactivatedOr({ user, deactivated, to }: Access) {
  return { params: { id: user.id }, body: { deactivated, ...(deactivated && handedTo(to)) } }
}

type SuccessionProps = Pick<Access, 'user' | 'to'> & {
  onChange: (manager: Manager | undefined) => void
  isMissing: boolean
}

/** Who gets the clients of a leaving manager, and a preview of the mails to both. */
function Succession({ user, to, onChange, isMissing }: SuccessionProps) {
  const params = deactivatedOr({ user, deactivated: true, to })
  return (
    <div className="grid gap-6">
      <SuccessorSelect {...{ user, onChange, isMissing }} value={to} />
      <MailPreview
        upcoming={to === undefined ? null : { call: 'PATCH /api/system-admin/users/{id}', ...params }}
      />
    </div>
  )
}

/** For users who have lost their phone: they set up another one at the next sign-in. */
function ResetSecondFactor({ user, onChanged }: { user: UserRow; onChanged: () => void }) {
  const [asking, setAsking] = useState(false)
  const params = { id: user.id }
  const reset = useMutation({
    mutationFn: () => call('DELETE /api/system-admin/users/{id}/second-factor', { params }),
    onSuccess: () => {
      onChanged()
      toast({
        title: 'Authenticator reset',
        description: `${accountName(user)} now signs in with only a password, until another authenticator is set up.`,
      })
    },
    onError: (error) => notifyFailure(error, 'Failed to reset the authenticator'),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button tone="secondary" size="small" disabled={reset.isSuccess} onClick={() => setAsking(true)}>
        Reset authenticator
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Reset the authenticator for ${accountName(user)}?`}
        description="The user is signed out everywhere, and signs in with only a password until another authenticator is set up. Make sure you know who is asking."
        confirmLabel="Reset Authenticator"
        tone="danger"
        pending={reset.isPending}
        pendingLabel="Resetting..."
        size="normal"
        onConfirm={() => reset.mutate()}
        onCancel={() => setAsking(false)}
      >
        {asking ? (
          <MailPreview upcoming={{ call: 'DELETE /api/system-admin/users/{id}/second-factor', params }} />
        ) : null}
      </ConfirmDialog>
    </>
  )
}

/** For staff without a password: their next sign-in at the firm's provider links the account, within a day. */
function AllowLinking({ user }: { user: UserRow }) {
  const { singleSignOn } = useBranding()
  const open = useMutation({
    mutationFn: () =>
      call('POST /api/system-admin/users/{id}/linking', { params: { id: user.id }, body: { open: true } }),
    onSuccess: () =>
      toast({
        title: 'Linking allowed',
        description: `${accountName(user)} can sign in with single sign-on within 24 hours, which links the account.`,
      }),
    onError: (error) => notifyFailure(error, 'Failed to allow linking'),
  })
  if (singleSignOn.length === 0 || user.role === 'client' || user.role === 'system_administrator') return null
  return (
    <Button
      tone="secondary"
      size="small"
      pending={open.isPending}
      pendingLabel="Allowing..."
      onClick={() => open.mutate()}
    >
      Allow linking
    </Button>
  )
}

function useSignOut(user: UserRow) {
  return useMutation({
    mutationFn: () =>
      callIdempotent('POST /api/system-admin/users/{id}/sign-out', { params: { id: user.id } }),
    onSuccess: ({ endedSessions: ended }) =>
      toast({
        title: 'Signed out everywhere',
        description:
          ended === 0
            ? `${accountName(user)} wasn’t signed in anywhere.`
            : `Signed ${accountName(user)} out of ${ended} ${ended === 1 ? 'session' : 'sessions'}.`,
      }),
    onError: (error) => notifyFailure(error, 'Failed to sign the user out'),
  })
}
