import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'

/** Replaces a page whose user is no longer the one signed in in this browser. */
export function AnotherUserPage() {
  return (
    <main className="mx-auto w-full max-w-narrow grow px-4 py-16 sm:px-8">
      <h1 className="mb-6 text-2xl sm:text-3xl">Someone else has signed in</h1>
      <Notice
        tone="warning"
        live="alert"
        title="This page belonged to someone else"
        action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
      >
        Someone else has since signed in on this browser, so we closed this page to keep your information
        private. Everything saved before then is safe. To continue with your own account, sign out and sign in
        again.
      </Notice>
    </main>
  )
}
