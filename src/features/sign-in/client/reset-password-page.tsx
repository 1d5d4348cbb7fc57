import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AnswerOf, BodyOf } from '#base/rules/api/contract.ts'
import { SignInLayout } from '#features/brand/client/shell/layouts/sign-in-layout.tsx'
import { paths } from '#base/client/paths.ts'
import { call, detailOr } from '#base/client/lib/api.ts'
import { OfflineNotice } from '#features/brand/client/shell/offline-notice.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { EmailField, typedAddress } from './email-field.tsx'
import { emailProblem } from './email-problem.ts'
import { PasswordResetSent } from './password-reset-sent.tsx'
import { FormError } from '#base/client/form/form-error.tsx'
import { useSmallForm } from '#base/client/form/use-small-form.ts'

type Sent = AnswerOf<'POST /api/request-password-reset'>

const names = ['username'] as const
const FAILED = 'Failed to process password reset request'

function check({ username }: { username: string }) {
  const problem = emailProblem(username)
  return problem === null ? {} : { username: problem }
}

/** Requests a temporary password (specification section 2, "Forgot password"). */
export function ResetPasswordPage() {
  const [sent, setSent] = useState<Sent | null>(null)
  return (
    <SignInLayout>
      {sent ? (
        <PasswordResetSent {...sent} onAnother={() => setSent(null)} />
      ) : (
        <RequestForm onSent={setSent} />
      )}
    </SignInLayout>
  )
}

function RequestForm({ onSent }: { onSent: (sent: Sent) => void }) {
  const request = useMutation({
    mutationFn: (body: BodyOf<'POST /api/request-password-reset'>) =>
      call('POST /api/request-password-reset', { body }),
    onSuccess: (answer) => {
      toast({ title: 'Password Reset Requested', description: answer.message })
      onSent(answer)
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Error', description: detailOr(error, FAILED) })
    },
  })
  const form = useSmallForm({ names, check, send: request.mutateAsync })
  return (
    <>
      <PageHeading
        title="Reset Password"
        lead="Enter your email address, and we will send you a temporary password."
      />
      <OfflineNotice />
      <form {...form.formProps}>
        <ErrorSummary errors={form.items} attempt={form.attempt} />
        <FormError error={form.items.length === 0 ? request.error : null} otherwise={FAILED} />
        <EmailField defaultValue={typedAddress.current} error={form.problems.username} />
        <Button type="submit" pending={request.isPending} pendingLabel="Sending..." className="mt-8 w-full">
          Send Reset Password
        </Button>
      </form>
      <Link href={paths.signIn} className="text-link mt-4 inline-block py-2.5">
        Back to Login
      </Link>
    </>
  )
}
