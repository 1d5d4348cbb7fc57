import type { SessionUser } from '#domain/api/auth.ts'
import { useBranding } from '#client/shared/shell/branding.tsx'
import { Button } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { PasswordInput } from '#client/ui/password-input.tsx'
import { changePasswordFields, checkChange, firstPasswordFields, summaryTitle } from './check-new-password.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { FormError } from './form-error.tsx'
import { CHANGE_FAILED, type useChangePassword } from './use-change-password.ts'
import { useSmallForm } from './use-small-form.ts'

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
