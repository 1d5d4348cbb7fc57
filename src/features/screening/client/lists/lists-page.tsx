import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Edition, Lists } from '#features/screening/api/lists.ts'
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
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { listsQuery, LoadForm } from './load-form.tsx'
import { NoUnListNotice } from './no-un-list-notice.tsx'

/** The sanctions lists in force, and loading newer ones. */
export function ListsPage() {
  const { user } = useSession()
  const { ficaPack } = useBranding()
  if (!user) return null
  if (!ficaPack) return <NotFoundPage />
  return (
    <StaffLayout role={user.role}>
      <PageHeading
        eyebrow="Compliance"
        title="Sanctions lists"
        lead="Clients are compared with the lists in force. A new file is compared with the list in force before it counts."
      />
      <div className="grid gap-10">
        <Allowed to="lists.manage">
          <LoadForm />
        </Allowed>
        <Sources />
        <p className="max-w-prose text-sm text-ink-soft">
          In tests, exact, swapped and joined names of listed people were all found, 96% of names with one
          typing error, and 87% of names with two.
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

function Source({ source, inForce, loaded, old }: Lists['sources'][number]) {
  const { label, duty } = listSources[source]
  return (
    <section aria-label={label}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl">{label}</h2>
        {old ? <Badge tone="danger">Too old</Badge> : null}
        {duty ? null : <Badge>Not a South African duty</Badge>}
      </div>
      {inForce === null ? (
        <p className="mt-2 text-ink-soft">No list is in force.</p>
      ) : (
        <InForce edition={inForce} />
      )}
      {loaded === null ? null : <Loaded edition={loaded} />}
    </section>
  )
}

const count = new Intl.NumberFormat('en-ZA')

function InForce({
  edition: { generatedOn, entries, names, screenedAt, hits, sha256 },
}: {
  edition: Edition
}) {
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
              ? 'Being compared'
              : `Compared; ${count.format(hits)} hits opened by its changes`,
        },
        { label: 'SHA-256', value: <code className="text-sm break-all">{sha256}</code> },
      ]}
    />
  )
}

function Loaded({ edition }: { edition: Edition }) {
  const { id, generatedOn, entries, added, changed, changedOtherwise, removed, shrunkReason } = edition
  const { user } = useSession()
  const waits = shrunkReason !== null && edition.loadedBy === user?.id
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: listsQuery.queryKey })
  const onError = (error: unknown) =>
    toast({ variant: 'destructive', title: 'Not saved', description: detailOf(error) })
  const putInForce = useMutation({
    mutationFn: () => call('PUT /api/system-admin/lists/{id}/in-force', { params: { id } }),
    onSuccess: () => toast({ title: 'The list is in force' }),
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
      title={`Loaded, not in force yet: list of ${formatDay(generatedOn)}`}
      action={
        <Allowed to="lists.manage">
          <span className="flex flex-wrap gap-3">
            {waits ? null : (
              <Button size="small" pending={putInForce.isPending} onClick={() => putInForce.mutate()}>
                Put in force
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
      <span>{`${count.format(entries)} entries: ${count.format(added)} added, ${count.format(changed)} changed, ${count.format(changedOtherwise)} changed in remarks only, ${count.format(removed)} removed.`}</span>
      {shrunkReason === null ? null : (
        <span className="mt-2 block">{`It has far fewer entries than the list in force. The reason given: “${shrunkReason}” ${waits ? 'Another administrator has to put it in force.' : 'You can put it in force as second person.'}`}</span>
      )}
    </Notice>
  )
}
