import { useState } from 'react'
import {
  parseServices,
  servicesText,
  subCategories,
  type Service,
} from '#features/brand/rules/letter/services.ts'
import { CheckBox } from '#base/client/ui/checkbox.tsx'
import { FieldError, FieldHint } from '#base/client/ui/field.tsx'
import { useFieldIds } from '#base/client/ui/field-ids.ts'

export type ServicesFieldProps = {
  label: string
  hint?: string | undefined
  name: string
  defaultValue: string
  error?: string | undefined
  /** The services to choose from; all where left out. */
  among?: readonly Service[]
  onValueChange?: (value: string) => void
}

const KINDS = { advice: 'Advice', intermediary: 'Intermediary services' } as const
type Kind = keyof typeof KINDS

const everything: readonly Service[] = Object.keys(subCategories).map((code) => ({
  code,
  advice: true,
  intermediary: true,
}))

/** Sub-categories of financial products with the services for each. Its value is text, for a plain form. */
export function ServicesField({
  label,
  hint,
  name,
  defaultValue,
  error,
  among = everything,
  onValueChange,
}: ServicesFieldProps) {
  const ids = useFieldIds(undefined, name, { hint, error })
  const [chosen, setChosen] = useState<readonly Service[]>(() => parseServices(defaultValue) ?? [])
  const set = (code: string, kind: Kind, is: boolean) => {
    const before = chosen.find((one) => one.code === code) ?? { code, advice: false, intermediary: false }
    const next = [...chosen.filter((one) => one.code !== code), { ...before, [kind]: is }]
    setChosen(next)
    onValueChange?.(servicesText(next))
  }
  return (
    <fieldset id={ids.id} tabIndex={-1} aria-describedby={ids.describedBy}>
      <legend className="font-semibold">{label}</legend>
      {hint ? <FieldHint id={ids.hintId}>{hint}</FieldHint> : null}
      <input type="hidden" {...{ name }} value={servicesText(chosen)} />
      <ul className="mt-2 border-t border-hairline">
        {among.map((offered) => (
          <ServiceRow
            key={offered.code}
            {...{ offered }}
            chosen={chosen.find(({ code }) => code === offered.code)}
            onSet={set}
          />
        ))}
      </ul>
      {error ? <FieldError id={ids.errorId}>{error}</FieldError> : null}
    </fieldset>
  )
}

type RowProps = {
  offered: Service
  chosen: Service | undefined
  onSet: (code: string, kind: Kind, is: boolean) => void
}

function ServiceRow({ offered, chosen, onSet }: RowProps) {
  const { code } = offered
  const product = subCategories[code] ?? ''
  return (
    <li className="grid items-center gap-x-6 border-b border-hairline py-1.5 sm:grid-cols-[1fr_auto]">
      <span>
        <span className="inline-block min-w-10 text-ink-soft tabular-nums">{code}</span>
        <span>{product}</span>
      </span>
      <span className="flex flex-wrap gap-x-4">
        {(['advice', 'intermediary'] as const)
          .filter((kind) => offered[kind])
          .map((kind) => (
            <label key={kind} className="flex min-h-11 items-center gap-2 text-sm">
              <CheckBox
                checked={chosen?.[kind] ?? false}
                aria-label={`${KINDS[kind]}: ${code} ${product}`}
                onChange={({ target }) => onSet(code, kind, target.checked)}
              />
              <span aria-hidden="true">{KINDS[kind]}</span>
            </label>
          ))}
      </span>
    </li>
  )
}
