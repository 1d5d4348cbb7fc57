import { useState } from 'react'
import {
  parseServices,
  servicesText,
  subCategories,
  type Service,
} from '#features/brand/rules/letter/services.ts'
import { FieldError, FieldHint } from '#base/client/ui/field.tsx'
import { Select, SelectBox } from '#base/client/ui/select.tsx'
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

const CHOICES = [
  { value: 'ai', label: 'Advice and intermediary services' },
  { value: 'a', label: 'Advice' },
  { value: 'i', label: 'Intermediary services' },
  { value: '', label: 'None' },
]

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
  const [added, setAdded] = useState<readonly string[]>(() => chosen.map(({ code }) => code))
  const rows = among === everything ? among.filter(({ code }) => added.includes(code)) : among
  const set = (code: string, kinds: string) => {
    const one = { code, advice: kinds.includes('a'), intermediary: kinds.includes('i') }
    const next = [...chosen.filter((other) => other.code !== code), one]
    setChosen(next)
    onValueChange?.(servicesText(next))
  }
  return (
    <fieldset id={ids.id} tabIndex={-1} aria-describedby={ids.describedBy}>
      <legend className="font-semibold">{label}</legend>
      {hint ? <FieldHint id={ids.hintId}>{hint}</FieldHint> : null}
      <input type="hidden" {...{ name }} value={servicesText(chosen)} />
      <ul className="mt-2 border-t border-hairline empty:hidden">
        {rows.map((offered) => (
          <ServiceRow
            key={offered.code}
            {...{ offered }}
            chosen={chosen.find(({ code }) => code === offered.code)}
            onSet={set}
          />
        ))}
      </ul>
      {rows.length === among.length ? null : (
        <Select
          label="Add a service"
          name={`${name}-add`}
          className="mt-4"
          placeholder="Choose a product"
          value=""
          onChange={({ target }) => setAdded([...added, target.value])}
          options={among
            .filter((one) => !rows.includes(one))
            .map(({ code }) => ({ value: code, label: `${code} ${subCategories[code]}` }))}
        />
      )}
      {error ? <FieldError id={ids.errorId}>{error}</FieldError> : null}
    </fieldset>
  )
}

type RowProps = {
  offered: Service
  chosen: Service | undefined
  onSet: (code: string, kinds: string) => void
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
      <SelectBox
        aria-label={`Services: ${code} ${product}`}
        isLow
        value={kindsOf(chosen)}
        options={CHOICES.filter(({ value }) => [...value].every((kind) => kindsOf(offered).includes(kind)))}
        onChange={({ target }) => onSet(code, target.value)}
      />
    </li>
  )
}

const kindsOf = (service: Service | undefined) =>
  `${service?.advice === true ? 'a' : ''}${service?.intermediary === true ? 'i' : ''}`
