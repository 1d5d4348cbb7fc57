import { ChevronDown } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { Application } from '#features/applications/api/application.ts'
import { lazyPart } from '#base/client/lib/lazy-part.tsx'

const content = lazyPart(async () => (await import('./before-you-begin-content.tsx')).BeforeYouBeginContent)

/**
 * Introduction to the wizard: one closed line, so that the step opens on its first question (decisions, "First visit").
 */
export function BeforeYouBegin({ application }: { application: Application }) {
  const details = useRef<HTMLDetailsElement>(null)
  const [opened, setOpened] = useState(false)
  // Not again once there are answers.
  const [isNew] = useState(application.idNumber === null)
  if (!isNew) return null
  const begin = () => {
    if (!details.current) return
    details.current.open = false
    firstFieldAfter(details.current)?.focus()
  }
  return (
    <details ref={details} className="group -mt-2 mb-2 lg:-mt-4 lg:mb-8" onToggle={() => setOpened(true)}>
      <summary className="text-link inline-flex items-center gap-1 py-1 font-semibold lg:py-2">
        <span>Before you begin</span>
        <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      {opened ? (
        <Suspense>
          <content.Part {...{ application }} onBegin={begin} />
        </Suspense>
      ) : null}
    </details>
  )
}

/** The first form control after an element. */
function firstFieldAfter(element: Element): HTMLElement | undefined {
  const fields = element.closest('form')?.querySelectorAll<HTMLElement>('input, select, textarea') ?? []
  return [...fields].find((field) => field.checkVisibility())
}
