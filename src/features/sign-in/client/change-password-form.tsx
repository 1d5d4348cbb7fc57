import type { SessionUser } from '#features/access/api/auth.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { PasswordInput } from '#base/client/ui/password-input.tsx'
import { changePasswordFields, checkChange, firstPasswordFields, summaryTitle } from './check-new-password.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { FormError } from '#base/client/form/form-error.tsx'
import { CHANGE_FAILED, type useChangePassword } from './use-change-password.ts'
import { useSmallForm } from '#base/client/form/use-small-form.ts'

type Props = { user: SessionUser; change: ReturnType<typeof useChangePassword> }

/** The current password, and the new one twice. After a temporary password the current one is not asked for. */
export function ChangePasswordForm({ user, change }: Props) {
  const { firmName } = useBranding()
  const owner = { username: user.username, firmName }
  const { formProps, problems, items, attempt } = useSmallForm({
    names: user.mustChangePassword ? firstPasswordFields : changePasswordFields,
    check: (texts) => checkChange(texts, owner),
    send: ({ currentPassword, newPassword }) => change.mutateAsync({ currentPassword, newPassword }),
  })
  return (
    <form {...formProps}>
      <ErrorSummary errors={items} attempt={attempt} title={summaryTitle(problems)} />
      <FormError error={items.length === 0 ? change.error : null} otherwise={CHANGE_FAILED} />
      <div className="flex flex-col gap-4 sm:gap-6">
        {/* Tells password managers the account. */}
        <input hidden readOnly type="text" autoComplete="username" value={user.username} />
        {user.mustChangePassword ? null : (
          <PasswordInput
            label="Current Password"
            name="currentPassword"
            autoComplete="current-password"
            required
            error={problems.currentPassword}
          />
        )}
        <NewPasswordField
          label="New Password"
          name="newPassword"
          owner={owner}
          error={problems.newPassword}
        />
        <PasswordInput
          label="Confirm New Password"
          name="confirmPassword"
          autoComplete="new-password"
          required
          error={problems.confirmPassword}
        />
        <Button type="submit" pending={change.isPending} pendingLabel="Changing..." className="w-full">
          Change Password
        </Button>
      </div>
    </form>
  )
}
