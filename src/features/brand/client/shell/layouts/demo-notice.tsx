import { useBranding } from '../branding.tsx'

/** Shown on every page while the application runs on demonstration data. */
export function DemoNotice() {
  const { demo } = useBranding()
  if (!demo) return null
  return (
    <aside
      aria-label="Demonstration"
      className="border-b border-warning-line bg-warning-wash px-4 py-1.5 text-center text-sm text-warning"
    >
      <strong className="font-semibold">Demonstration.</strong> Everyone here is fictional. Please don’t enter
      real personal information.
    </aside>
  )
}
