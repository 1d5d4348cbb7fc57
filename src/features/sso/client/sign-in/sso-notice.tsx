import { isSsoRejection, ssoRejections } from '#features/sso/rules/rejections.ts'
import { Notice } from '#base/client/ui/notice.tsx'

/** Why a sign-in at a provider failed, by the address that it returned to. */
export function SsoNotice({ title = 'You were not signed in' }: { title?: string }) {
  const reason = new URLSearchParams(location.search).get('sso')
  if (reason === null || !isSsoRejection(reason)) return null
  return (
    <Notice tone="warning" live="alert" title={title} className="mb-6">
      {ssoRejections[reason]}
    </Notice>
  )
}
