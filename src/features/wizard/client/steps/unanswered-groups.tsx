import { useState } from 'react'
import type { Control } from 'react-hook-form'
import { openGroups } from '#features/applications/rules/net-worth/holdings.ts'
import { namesOf, type AmountSection } from '#features/applications/rules/net-worth/names.ts'
import type { Amounts } from '#features/applications/rules/net-worth/totals.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import type { ApplicationPatch } from '../saving/application-api.ts'
import type { AmountsForm } from './amounts-form.ts'
import type { StepProps } from './step-props.ts'
import { isOpen, useAmounts } from './use-amounts.ts'

/** Steps of applications in which Next has asked since the page was loaded: each asks once. */
const asked = new Set<string>()

type Asking = {
  step: 'assets' | 'liabilities'
  sections: readonly AmountSection[]
  props: StepProps
}

/** Makes Next ask once about groups without an answer; pressing it again skips them. */
export function useUnansweredGroups({ step, sections, props }: Asking): { props: StepProps; open: string[] } {
  const [open, setOpen] = useState<string[]>([])
  const { application, saveAndContinue } = props
  const askOnce = (patch: ApplicationPatch) => {
    const found = openGroups(sections, (patch[step] ?? {}) as Amounts<string>)
    const key = `${application.id}/${step}`
    if (found.length === 0 || asked.has(key)) return saveAndContinue(patch)
    asked.add(key)
    setOpen(found)
    return Promise.resolve('stayed' as const)
  }
  return { props: { ...props, saveAndContinue: askOnce }, open }
}

/** The id of a group's first checkbox. */
export const firstOf = (section: AmountSection) => `chosen.${namesOf(section)[0]}`

type UnansweredGroupsProps = {
  /** Titles of the groups that Next asked about. */
  asked: readonly string[]
  sections: readonly AmountSection[]
  control: Control<AmountsForm>
  nextLabel: string
}

/** Lists the groups that Next asked about and that are still open, each with a link to its question. */
export function UnansweredGroups({ asked: askedAbout, sections, control, nextLabel }: UnansweredGroupsProps) {
  const screen = useAmounts(control)
  const open = sections.filter((section) => askedAbout.includes(section.title) && isOpen(section, screen))
  if (open.length === 0) return null
  return (
    <Notice
      tone="warning"
      live="alert"
      title={open.length === 1 ? 'One group isn’t answered yet' : `${open.length} groups aren’t answered yet`}
    >
      <p>{`Please tick what applies and enter the amount, or tick “None of these”. To continue without an answer, press “${nextLabel}” again.`}</p>
      <ul className="mt-1">
        {open.map((section) => (
          <li key={section.title}>
            <Button
              tone="quiet"
              size="small"
              className="-ml-4"
              onClick={() => document.getElementById(firstOf(section))?.focus()}
            >
              <span className="sr-only">Answer </span>
              <span>{section.title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
