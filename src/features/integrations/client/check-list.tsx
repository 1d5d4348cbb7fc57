import { FieldGroup } from '#base/client/ui/field.tsx'
import { useFieldIds } from '#base/client/ui/field-ids.ts'
import { CheckRow } from '#base/client/ui/check-row.tsx'

type CheckListProps<Value extends string> = {
  label: string
  name: string
  options: readonly { value: Value; label: string; hint?: string }[]
  chosen: readonly Value[]
  error?: string | undefined
  onChange: (chosen: Value[]) => void
}

/** Several options to tick, in their order. */
export function CheckList<Value extends string>({
  label,
  name,
  options,
  chosen,
  error,
  onChange,
}: CheckListProps<Value>) {
  const ids = useFieldIds(undefined, name, { error })
  return (
    <FieldGroup {...{ ids, label, error }}>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map(({ value, label: text, hint }) => (
          <CheckRow
            key={value}
            name={`${name}-${value}`}
            label={text}
            {...(hint !== undefined && { hint })}
            checked={chosen.includes(value)}
            onCheckedChange={(checked) =>
              onChange(
                options.flatMap((option) => {
                  const is = option.value === value ? checked : chosen.includes(option.value)
                  return is ? [option.value] : []
                }),
              )
            }
          />
        ))}
      </div>
    </FieldGroup>
  )
}
