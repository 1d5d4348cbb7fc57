import { Spinner } from '#client/ui/spinner.tsx'

/** Stands while nothing is known yet of what to show. */
export function PageSpinner() {
  return (
    <main className="flex grow items-center justify-center p-8">
      <Spinner label="Loading..." />
    </main>
  )
}
