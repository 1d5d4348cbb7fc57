import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Edition, Lists } from '#features/screening/api/lists.ts'
import { roles } from '#features/due-diligence/rules/screened-roles.ts'
import { listSources } from '#features/screening/rules/lists.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { call, detailOf } from '#base/client/lib/api.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { NotFoundPage } from '#features/brand/client/shell/not-found-page.tsx'
import { Badge } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { TitleBar } from '#base/client/ui/title-bar.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { listsQuery, LoadForm } from './load-form.tsx'
import { NoUnListNotice } from './no-un-list-notice.tsx'

/** The sanctions lists in use, and loading newer ones. */
export function ListsPage() {
  const { user } = useSession()
  const { ficaPack } = useBranding()
  if (!user) return null
  if (!ficaPack) return <NotFoundPage />
  return (
    <StaffLayout role={user.role} firm>
      <TitleBar title="Sanctions lists" />
      <div className="mt-3 grid gap-8">
        <Allowed to="lists.manage">
          <LoadForm />
        </Allowed>
        <Sources />
        <p className="max-w-prose text-sm text-ink-soft">
          Names are compared by letters and sounds in several spellings. Names written in another system, such
          as Wade-Giles, Somali or Mauritanian spelling, are found only with a birth date or number. Ships and
          aircraft are not compared.
        </p>
      </div>
    </StaffLayout>
  )
}

function Sources() {
  const { data, error, refetch } = useQuery(listsQuery)
  if (error !== null) {
    return (
      <LoadFailure title="The lists couldn’t be loaded" onRetry={() => void refetch()}>
        {detailOf(error)}
      </LoadFailure>
    )
  }
  if (data === undefined) return <TableSkeleton label="Loading lists..." />
  return (
    <>
      <NoUnListNotice />
      {data.sources.map((source) => (
        <Source key={source.source} {...source} />
      ))}
    </>
  )
}

function Source({ source, inForce, clients, loaded, old }: Lists['sources'][number]) {
  const { label, duty } = listSources[source]
  return (
    <section aria-label={label}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl">{label}</h2>
        {old ? <Badge tone="danger">Too old</Badge> : null}
        {duty ? null : <Badge>Optional</Badge>}
      </div>
      {inForce === null ? (
        <p className="mt-2 text-ink-soft">No list is in use.</p>
      ) : (
        <InForce edition={inForce} clients={clients} />
      )}
      {loaded === null ? null : <Loaded edition={loaded} />}
    </section>
  )
}

const count = new Intl.NumberFormat('en-ZA')

function InForce({
  edition: { generatedOn, entries, names, screenedAt, hits, sha256, files },
  clients,
}: {
  edition: Edition
  clients: Lists['sources'][number]['clients']
}) {
  const { due = 0, compared = 0 } = clients ?? {}
  const figures = `${count.format(compared)} of ${count.format(due)} compared`
  return (
    <DefinitionList
      className="mt-2"
      rows={[
        { label: 'Date of the list', value: formatDay(generatedOn) },
        { label: 'Entries', value: `${count.format(entries)} with ${count.format(names)} names` },
        {
          label: 'Clients',
          value:
            screenedAt === null
              ? figures
              : `${figures}; ${count.format(hits)} possible matches opened by its changes`,
        },
        ...(files.length === 0 ? [{ name: 'SHA-256', sha256 }] : files).map((file) => ({
          label: file.name === 'list' ? 'SHA-256' : file.name,
          value: <code className="text-sm break-all">{file.sha256}</code>,
        })),
      ]}
    />
  )
}

function Loaded({ edition }: { edition: Edition }) {
  const { id, generatedOn, entries, added, changed, changedOtherwise, removed } = edition
  const { shrunkReason, cautions, remarks, loadedBy } = edition
  const { user } = useSession()
  const needsTwo = shrunkReason !== null || cautions.length > 0
  const isWaiting = needsTwo && loadedBy === user?.id
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: listsQuery.queryKey })
  const onError = (error: unknown) =>
    toast({ variant: 'destructive', title: 'Not saved', description: detailOf(error) })
  const startUsing = useMutation({
    mutationFn: () => call('PUT /api/system-admin/lists/{id}/in-force', { params: { id } }),
    onSuccess: ({ inForceAt }) =>
      toast({ title: inForceAt === null ? 'The list waits for a second person' : 'The list is in use' }),
    onError,
    onSettled,
  })
  const discard = useMutation({
    mutationFn: () => call('DELETE /api/system-admin/lists/{id}', { params: { id } }),
    onError,
    onSettled,
  })
  return (
    <Notice
      className="mt-4"
      tone="warning"
      title={`Loaded, not in use yet: list of ${formatDay(generatedOn)}`}
      action={
        <Allowed to="lists.manage">
          <span className="flex flex-wrap gap-3">
            {isWaiting ? null : (
              <Button size="small" pending={startUsing.isPending} onClick={() => startUsing.mutate()}>
                Start using
              </Button>
            )}
            <Button
              size="small"
              tone="secondary"
              pending={discard.isPending}
              onClick={() => discard.mutate()}
            >
              Discard
            </Button>
          </span>
        </Allowed>
      }
    >
      <span>{`${count.format(entries)} entries: ${count.format(added)} new, ${count.format(changed)} changed, ${count.format(changedOtherwise)} changed in remarks only, ${count.format(removed)} gone.`}</span>
      {[...cautions, ...remarks].map((text) => (
        <span key={text} className="mt-2 block">
          {text}
        </span>
      ))}
      {shrunkReason === null ? null : (
        <span className="mt-2 block">{`The reason given: “${shrunkReason}”`}</span>
      )}
      {needsTwo ? (
        <span className="mt-2 block">
          {isWaiting ? 'A second person has to start using it.' : 'You can start using it as second person.'}
        </span>
      ) : null}
      <Allowed to="lists.manage">
        <Preview id={id} />
      </Allowed>
    </Notice>
  )
}

/** Who would be a possible match, and what is no longer compared. */
function Preview({ id }: { id: string }) {
  const { data, error } = useQuery({
    ...queryFor('GET /api/system-admin/lists/{id}/preview', { params: { id } }),
    staleTime: Infinity,
  })
  if (error !== null) return <span className="mt-2 block">{detailOf(error)}</span>
  if (data === undefined) return <span className="mt-2 block">Comparing with clients and staff...</span>
  const { gone, lost, matches, people, complete } = data
  return (
    <>
      <span className="mt-2 block">
        {matches === 0
          ? 'No client or member of staff would be a new possible match.'
          : `${matches === 1 ? '1 person' : `${count.format(matches)} people`} would be a new possible match.`}
      </span>
      {complete ? null : (
        <span className="block">The list is long: the rest is compared once it is in use.</span>
      )}
      {people.map(({ name, role, entry, strong }) => (
        <span key={`${name} ${entry}`} className="block">
          {`${name} (${roles[role].label}) and ${entry}: ${strong ? 'close match' : 'possible match'}`}
        </span>
      ))}
      {gone.length === 0 ? null : <span className="mt-2 block">{`Gone: ${gone.join('; ')}`}</span>}
      {lost.length === 0 ? null : (
        <span className="mt-2 block">{`Lose a name, a birth or a number: ${lost.join('; ')}`}</span>
      )}
    </>
  )
}
