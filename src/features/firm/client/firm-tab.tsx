import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { firmSections, type FirmSection } from '#features/brand/rules/sections.ts'
import type { FirmSettingsState } from '#features/firm/api.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { MoreMenu } from '#base/client/ui/more-menu.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { firmPagePath, firmPages, EMAIL_TEXTS_PAGE, MAIL_PAGE, type FirmSettingsPage } from './firm-pages.ts'
import { SectionVersions } from './section-history.tsx'
import { SettingsForms } from './settings-forms.tsx'
import { TestMail } from './test-mail.tsx'
import { firmQuery } from './use-firm.ts'
import { WordingEditor } from './wording-editor.tsx'

/** The firm's own settings, a page at a time (`?section=`). */
export function FirmTab() {
  const [params] = useSearchParams()
  const firm = useQuery({ ...firmQuery, staleTime: 0 })
  const name = params.get('section') ?? ''
  if (firm.isPending) return <TableSkeleton label="Loading the firm’s settings..." />
  if (firm.data === undefined) {
    return (
      <LoadFailure title="The firm’s settings couldn’t be loaded" onRetry={() => void firm.refetch()}>
        {detailOf(firm.error)}
      </LoadFailure>
    )
  }
  const { sections } = firm.data
  if (name === EMAIL_TEXTS_PAGE) {
    return (
      <>
        <h2 className="text-xl">Email wording</h2>
        <WordingEditor {...{ sections }} />
      </>
    )
  }
  const page = firmPages[name]
  return page === undefined ? null : (
    <SettingsPage key={name} {...{ name, page, sections }} showsVersions={params.has('versions')} />
  )
}

type SettingsPageProps = {
  name: string
  page: FirmSettingsPage
  sections: FirmSettingsState['sections']
  showsVersions: boolean
}

function SettingsPage({ name, page, sections, showsVersions }: SettingsPageProps) {
  const shown = page.sections.flatMap((id) => sections.filter((section) => section.id === id))
  const titleOf = (id: FirmSection) => (shown.length === 1 ? {} : { title: firmSections[id].title })
  const [first] = page.sections
  return (
    <>
      <div className="flex min-h-11 items-center gap-3 desk:min-h-9">
        <h2 className="mr-auto text-xl">{page.label}</h2>
        <MoreMenu
          links={[
            showsVersions
              ? { label: 'Fields', href: firmPagePath(name) }
              : { label: 'Versions', href: `${firmPagePath(name)}&versions` },
          ]}
        />
      </div>
      {showsVersions ? (
        shown.map((section) => <SectionVersions key={section.id} {...{ section }} {...titleOf(section.id)} />)
      ) : (
        <>
          {shown.length === 1 && first !== undefined ? (
            <p className="max-w-narrow text-pretty text-ink-soft">{firmSections[first].description}</p>
          ) : null}
          {name === MAIL_PAGE ? <TestMail /> : null}
          <SettingsForms forms={shown.map((section) => ({ section, ...titleOf(section.id) }))} />
        </>
      )}
    </>
  )
}
