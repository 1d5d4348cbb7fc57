import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'

export type TabsProps<Name extends string> = {
  /** The name of the tab list, for screen readers. */
  label: string
  tabs: readonly { name: Name; label: string }[]
  value: Name
  onChange: (name: Name) => void
  /** The content of the selected tab. */
  children: ReactNode
}

/**
 * Tabs. Arrow keys, Home and End move the focus; Enter or Space selects, since selecting loads data over the network.
 */
export function Tabs<Name extends string>({ label, tabs, value, onChange, children }: TabsProps<Name>) {
  const choose = (chosen: string) => {
    const tab = tabs.find(({ name }) => name === chosen)
    if (tab) onChange(tab.name)
  }
  return (
    <Radix.Root value={value} onValueChange={choose} activationMode="manual">
      <Radix.List
        aria-label={label}
        className="flex flex-wrap gap-x-6 border-b border-hairline sm:gap-x-8 print:hidden"
      >
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
      <Radix.Content key={value} value={value} className="pt-6">
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
