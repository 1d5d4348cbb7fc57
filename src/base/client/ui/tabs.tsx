import * as Radix from 'radix-ui/tabs'
import type { ReactElement, ReactNode } from 'react'

export type TabsProps<Name extends string> = {
  /** The name of the tab list, for screen readers. */
  label: string
  tabs: readonly { name: Name; label: string }[]
  value: Name
  onChange: (name: Name) => void
  /** Before the tabs in their row, so that the content begins higher. */
  heading?: ReactElement
  /** The content of the selected tab. */
  children: ReactNode
}

/**
 * Tabs. Arrow keys, Home and End move the focus; Enter or Space selects, since selecting loads data over the network.
 */
export function Tabs<Name extends string>({
  label,
  tabs,
  value,
  onChange,
  heading,
  children,
}: TabsProps<Name>) {
  const choose = (chosen: string) => {
    const tab = tabs.find(({ name }) => name === chosen)
    if (tab) onChange(tab.name)
  }
  return (
    <Radix.Root value={value} onValueChange={choose} activationMode="manual">
      <div className="flex flex-wrap items-end gap-x-6 border-b border-hairline sm:gap-x-8 print:border-0">
        {heading}
        <Radix.List aria-label={label} className="flex flex-wrap gap-x-6 sm:gap-x-8 print:hidden">
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.name}
              value={tab.name}
              className="-mb-px min-h-11 rounded-t-sm border-b-2 border-transparent py-2 text-ink-soft hover:text-ink data-[state=active]:border-brass-line data-[state=active]:font-semibold data-[state=active]:text-ink"
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      <Radix.Content key={value} value={value} className={heading === undefined ? 'pt-6' : 'pt-2'}>
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
