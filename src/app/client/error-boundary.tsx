import { Component, type ReactNode } from 'react'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'

/**
 * Shown when a page throws or its code cannot be fetched (offline, or replaced by a newer release). Saved data is safe,
 * so it offers to reload.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean; number?: string }> {
  override state: { broken: boolean; number?: string } = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(thrown: unknown) {
    this.report(thrown).catch(() => undefined)
  }

  /** Offline and failed fetches get no number: the server's log has no entry for them. */
  private async report(thrown: unknown) {
    const { reportClientError } = await import('./report-client-error.ts')
    this.setState({ number: await reportClientError(thrown) })
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <main className="mx-auto w-full max-w-narrow grow px-4 py-16 sm:px-8">
        <h1 className="mb-6 text-2xl sm:text-3xl">This page could not be shown</h1>
        <Notice
          tone="danger"
          live="alert"
          title="Something went wrong"
          action={<Button onClick={() => window.location.reload()}>Load the page again</Button>}
        >
          {this.state.number
            ? `Everything you saved is still there. If it happens again, please give us this number: ${this.state.number}`
            : 'Everything you saved is still there.'}
        </Notice>
      </main>
    )
  }
}
