import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { clsx } from 'clsx'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useLocation } from 'wouter'
import { MAX_SEARCH_LENGTH } from '#base/rules/api/list.ts'
import type { Role } from '#features/access/rules/roles.ts'
import { useLeaving } from '#features/sign-in/client/sign-out-button.tsx'
import { useOfferedPages } from '#features/brand/client/shell/pages.ts'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { controlClasses } from '#base/client/ui/field.tsx'
import { commandsFor, viewsFor, type Command } from './commands.ts'
import { groupsOf, type Option, type OptionGroup } from './options.ts'
import { useToday } from '#features/today/client/use-today.ts'
import { useFound, useSavedViews } from './use-found.ts'

interface PaletteProps {
  role: Role
  /** Typed before it was loaded. */
  begun: RefObject<string>
  onClose: () => void
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Finds applications, people and commands. A combobox (WAI-ARIA): the focus stays in the field, arrows choose, Enter
 * opens, Escape closes.
 */
export function Palette({ role, begun, onClose }: PaletteProps) {
  const id = useId()
  const pages = useOfferedPages()
  const [typed, setTyped] = useState(() => begun.current)
  const [chosen, choose] = useState<string | null>(null)
  const text = typed.trim()
  const { found, isLooking, isError } = useFound(text)
  const saved = useSavedViews(role)
  const { ficaPack: hasPack } = useBranding()
  const commands = commandsFor(pages, { role, hasPack }, text)
  const { data: today = [] } = useToday(role === 'admin' || role === 'wealth_manager')
  const offered = { commands, views: viewsFor(role, text, saved), today }
  const groups = groupsOf(role, text, offered, found)
  const options = groups.flatMap((group) => group.options)
  const active = options.find((option) => option.id === chosen) ?? options[0]
  const run = useRun(onClose)
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step !== undefined && active !== undefined) {
      event.preventDefault()
      const index = (options.indexOf(active) + step + options.length) % options.length
      choose(options[index]?.id ?? null)
    } else if (event.key === 'Enter' && active !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(active.does)
    }
  }
  const nameOf = (option: Option) => `${id}-${option.id.replaceAll(' ', '-')}`
  return (
    <Dialog open onClose={onClose} title="Find">
      <input
        data-autofocus=""
        type="text"
        role="combobox"
        aria-label="Find people, applications and actions"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && nameOf(active)}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_SEARCH_LENGTH}
        placeholder="Name, ID number, reference or action"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          choose(null)
        }}
        onKeyDown={press}
        className={controlClasses(false, 'w-full')}
      />
      <p role="status" className="mt-2 text-sm text-ink-soft">
        {textOf({ count: options.length, isLooking, isError })}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Found"
        className="-mx-3 mt-1 h-[min(26rem,50dvh)] overflow-y-auto"
      >
        {groups.map((group) => (
          <Group key={group.title} {...{ group, active, nameOf }} onChoose={choose} onRun={run} />
        ))}
      </div>
    </Dialog>
  )
}

type GroupProps = {
  group: OptionGroup
  active: Option | undefined
  nameOf: (option: Option) => string
  onChoose: (id: string) => void
  onRun: (does: Command['does']) => void
}

function Group({ group: { title, options }, active, nameOf, onChoose, onRun }: GroupProps) {
  const heading = useId()
  return (
    <div role="group" aria-labelledby={heading}>
      <div id={heading} role="presentation" className="eyebrow px-3 pt-3 pb-1 text-sm text-ink-soft">
        {title}
      </div>
      {options.map((option) => (
        <OptionRow
          key={option.id}
          option={option}
          name={nameOf(option)}
          isActive={option.id === active?.id}
          onChoose={onChoose}
          onRun={onRun}
        />
      ))}
    </div>
  )
}

type OptionRowProps = Pick<GroupProps, 'onChoose' | 'onRun'> & {
  option: Option
  name: string
  isActive: boolean
}

/** Hover chooses like the arrows; the focus stays in the field. */
function OptionRow({ option: { id, label, detail, does }, name, isActive, onChoose, onRun }: OptionRowProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <button
      ref={ref}
      type="button"
      tabIndex={-1}
      id={name}
      role="option"
      aria-selected={isActive}
      onPointerMove={() => onChoose(id)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onRun(does)}
      className={clsx(
        'flex min-h-11 w-full flex-col justify-center rounded-md px-3 py-1.5 text-left',
        isActive && 'bg-primary-wash',
      )}
    >
      <span className="wrap-anywhere">{label}</span>
      {detail === '' ? null : <span className="text-sm wrap-anywhere text-ink-soft">{detail}</span>}
    </button>
  )
}

function textOf({
  count,
  isLooking,
  isError,
}: {
  count: number
  isLooking: boolean
  isError: boolean
}): string {
  if (isLooking) return 'Looking…'
  if (isError) return 'We couldn’t search people and applications. Please try again.'
  if (count === 0) return 'Nothing found.'
  return count === 1 ? '1 result' : `${count} results`
}

/** Closes the palette and then runs the option. */
function useRun(onClose: () => void): (does: Command['does']) => void {
  const [, navigate] = useLocation()
  const { leave } = useLeaving()
  return (does) => {
    onClose()
    if (does === 'sign-out') leave()
    else if ('to' in does) navigate(does.to)
    else location.assign(does.file)
  }
}
