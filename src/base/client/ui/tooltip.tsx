import * as Radix from 'radix-ui/tooltip'
import { useSyncExternalStore, type ReactElement, type ReactNode } from 'react'
import { subscribeDialogs, topDialog } from './dialog-stack.ts'

const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300
const SIDE_OFFSET = 4

/** Wraps a page that uses tooltips, so that they share their delays (specification section 9). */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  )
}

/** A short text about a control, shown on hover and on keyboard focus. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
  const dialog = useSyncExternalStore(subscribeDialogs, topDialog)
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={dialog}>
        <Radix.Content
          sideOffset={SIDE_OFFSET}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-md bg-ink px-3 py-1.5 text-sm text-paper shadow-float"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
