import type { Application } from '#features/applications/api/application.ts'
import { groupAnswer, type GroupAnswer } from '#features/applications/rules/net-worth/holdings.ts'
import {
  assetSections,
  liabilitySections,
  namesOf,
  type AmountSection,
} from '#features/applications/rules/net-worth/names.ts'
import {
  assetBreakdown,
  liabilityBreakdown,
  type Amounts,
  type BreakdownSection,
} from '#features/applications/rules/net-worth/totals.ts'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import { formatRand } from '#base/rules/money/rand.ts'
import { spellOutRand } from '#base/rules/money/spell-out.ts'
import { NetWorthPicture } from '#features/applications/client/net-worth/net-worth-picture.tsx'
import { DefinitionList, type DefinitionRow } from '#base/client/ui/definition-list.tsx'
import { Section } from '#base/client/ui/section.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { EditButton } from './edit-button.tsx'
import { NetWorthGlance } from './net-worth-glance.tsx'
import { ShortOnPhone } from './short-on-phone.tsx'

type NetWorthSectionProps = Pick<StepProps, 'editStep'> & {
  application: Application
}

/** Totals, the chart, and every amount that is not zero (specification section 2, step 8). */
export function NetWorthSection({ application, ...shown }: NetWorthSectionProps) {
  const { assets, liabilities } = application
  const types = assets.otherInvestmentsTypes
  return (
    <Section title="Net Worth Summary">
      <NetWorthGlance {...{ assets, liabilities }} />
      <div className="mt-8 max-sm:hidden">
        <NetWorthPicture {...{ assets, liabilities }} totals={false} />
      </div>
      <Breakdown
        {...shown}
        title="Assets"
        step="assets"
        groups={assetSections}
        amounts={assets}
        sections={assetBreakdown(assets)}
        notes={types ? { otherInvestments: types } : {}}
      />
      <Breakdown
        {...shown}
        title="Liabilities"
        step="liabilities"
        groups={liabilitySections}
        amounts={liabilities}
        sections={liabilityBreakdown(liabilities)}
      />
    </Section>
  )
}

type BreakdownProps = Omit<NetWorthSectionProps, 'application'> & {
  title: string
  step: StepId
  groups: readonly AmountSection[]
  amounts: Readonly<Record<string, unknown>>
  sections: readonly BreakdownSection[]
  /** Notes under the labels of amounts, by name. */
  notes?: Readonly<Record<string, string>>
}

function Breakdown({ title, step, groups, amounts, sections, notes, editStep }: BreakdownProps) {
  const answered = groups.map((group) => ({
    title: group.title,
    answer: groupAnswer(namesOf(group), amounts as Amounts<string>),
    section: sections.find((one) => one.title === group.title),
  }))
  // Groups without an answer are among the things to check.
  const shown = answered.filter(({ answer }) => answer !== 'open')
  return (
    <Section
      level={3}
      title={title}
      className="mt-6"
      action={<EditButton what={title} onPress={() => editStep(step)} />}
    >
      <ShortOnPhone inShort={<AmountsInShort groups={answered} notes={notes} />}>
        <div className="grid gap-6">
          {shown.map(({ title: group, answer, section }) => (
            <div key={group}>
              <h4 className="eyebrow">{group}</h4>
              {section ? <DefinitionList rows={rowsOf(section, notes)} /> : null}
              {answer === 'none' ? <p className="py-2.5">None of these</p> : null}
            </div>
          ))}
        </div>
      </ShortOnPhone>
    </Section>
  )
}

type AmountsInShortProps = Pick<BreakdownProps, 'notes'> & {
  groups: readonly { title: string; answer: GroupAnswer; section: BreakdownSection | undefined }[]
}

/** Every amount, and the groups that the client has none of. */
function AmountsInShort({ groups, notes }: AmountsInShortProps) {
  const rows = groups.flatMap(({ title, answer, section }) => {
    if (answer === 'none') return [{ label: title, value: 'None of these' }]
    return section === undefined ? [] : rowsOf(section, notes)
  })
  if (rows.length === 0) return <p className="text-ink-soft">Nothing entered</p>
  return (
    <ul>
      {rows.map(({ label, value }) => (
        <li key={label} className="flex flex-wrap gap-x-6">
          <span className="min-w-0 flex-[1_1_min-content] text-ink-soft">{label}</span>
          <span
            translate={value === 'None of these' ? undefined : 'no'}
            className="amounts ml-auto text-right"
          >
            {value}
          </span>
        </li>
      ))}
    </ul>
  )
}

function rowsOf(section: BreakdownSection, notes: BreakdownProps['notes']): DefinitionRow[] {
  return section.items.map(({ name, label, cents }) => {
    const note = notes?.[name]
    return {
      label: note === undefined ? label : `${label} (${note})`,
      value: formatRand(cents),
      amount: true,
      note: spellOutRand(cents),
    }
  })
}
