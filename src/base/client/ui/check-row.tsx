import { clsx } from 'clsx'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { CheckBox } from './checkbox.tsx'

type CheckRowProps = Pick<ComponentProps<'input'>, 'name' | 'onBlur'> & {
  label: string
  hint?: string
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  /** The id of another element that describes it. */
  describedBy?: string | undefined
  /** Further fields, shown once it is ticked. */
  children?: ReactNode
}

/** One of several options, as a row that is large enough for a thumb. */
export function CheckRow({
  label,
  hint,
  checked,
  onCheckedChange,
  describedBy,
  children,
  ...input
}: CheckRowProps) {
  const id = useId()
  const description = [hint ? `${id}-hint` : '', describedBy ?? ''].filter(Boolean).join(' ')
  return (
    <div
      className={clsx(
        'rounded-md border transition-colors duration-150 ease-calm',
        'has-[>label>*>input:focus-visible]:outline-2 has-[>label>*>input:focus-visible]:outline-offset-2 has-[>label>*>input:focus-visible]:outline-focus',
        checked ? 'border-primary bg-primary-wash' : 'border-edge bg-surface hover:border-ink',
      )}
    >
      <label className="flex min-h-12 items-start gap-3 px-3 py-2 sm:px-4 sm:py-2.5">
        <CheckBox
          {...input}
          id={input.name}
          checked={checked}
          aria-labelledby={`${id}-label`}
          aria-describedby={description || undefined}
          onChange={(event) => onCheckedChange(event.target.checked)}
        />
        <span className="min-w-0">
          <span id={`${id}-label`} className="block">
            {label}
          </span>
          {hint ? (
            <span id={`${id}-hint`} className="block text-sm text-pretty text-ink-soft">
              {hint}
            </span>
          ) : null}
        </span>
      </label>
      <div className="grid gap-4 px-3 pb-3 empty:hidden sm:px-4 sm:pb-4 sm:pl-13">{children}</div>
    </div>
  )
}
