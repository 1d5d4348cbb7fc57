import { Component, type ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'

/**
 * What shows when a page breaks or its code cannot be fetched (the connection is gone, or a newer version is out).
 * What was saved is safe on the server, so loading the page again is the way on.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean; number?: string }> {
  override state: { broken: boolean; number?: string } = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(thrown: unknown) {
    this.tell(thrown).catch(() => undefined)
  }

  /** Whoever is offline, or cannot fetch our code, gets no number: nothing of it is in any log. */
  private async tell(thrown: unknown) {
    const { reportClientError } = await import('./tell-broken.ts')
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
