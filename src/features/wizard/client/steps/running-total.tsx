import { useEffect, useRef, useState } from 'react'
import type { Control } from 'react-hook-form'
import { formatRand } from '#base/rules/money/rand.ts'
import { totalOfTexts } from './amount-texts.ts'
import type { AmountsForm } from './amounts-form.ts'
import { useCounted } from './use-amounts.ts'

/** Announces the total once per amount, after typing pauses, not once per digit. */
const REST_MS = 900

/** A text after it has not changed for a while; '' until its first change. */
function useRested(text: string): string {
  const first = useRef(text)
  const [rested, setRested] = useState('')
  useEffect(() => {
    if (text === first.current) return
    first.current = ''
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

type RunningTotalProps = { label: string; names: readonly string[]; control: Control<AmountsForm> }

/** The total of all amounts, always visible (specification section 2, steps 5 and 6). */
export function RunningTotal({ label, names, control }: RunningTotalProps) {
  const total = formatRand(totalOfTexts(names, useCounted(control)))
  const rested = useRested(total)
  return (
    <div className="sticky bottom-0 z-10 -mx-4 border-t-2 border-brass-line bg-paper px-4 py-3 sm:mx-0 sm:px-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className="font-serif text-lg">{label}</span>
        <span translate="no" className="amounts text-lg font-semibold whitespace-nowrap">
          {total}
        </span>
      </p>
      <p aria-live="polite" className="sr-only">
        {rested === '' ? '' : `${label}: ${rested}`}
      </p>
    </div>
  )
}
