import { Spinner } from '#base/client/ui/spinner.tsx'

/** Shown while the page is unknown or loading. */
export function PageSpinner() {
  return (
    <main className="flex grow items-center justify-center p-8">
      <Spinner label="Loading..." />
    </main>
  )
}
