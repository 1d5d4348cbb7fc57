import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Edition } from '#features/screening/api/lists.ts'
import { LIST_FILE_PATH } from '#features/screening/api/lists.ts'
import { listSources } from '#features/screening/rules/lists.ts'
import { ApiError, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { readJson, request } from '#base/client/lib/request.ts'
import { Button } from '#base/client/ui/button.tsx'
import { FileDrop } from '#base/client/ui/file-drop.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast } from '#base/client/ui/toast-store.ts'

export const listsQuery = { ...queryFor('GET /api/system-admin/lists'), staleTime: 0 }
const ACCEPTED = {
  'text/xml': ['.xml'],
  'application/xml': ['.xml'],
  'text/csv': ['.csv'],
  'text/plain': ['.txt'],
  'application/zip': ['.zip'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
}

/** Loads a list from files. */
export function LoadForm() {
  const client = useQueryClient()
  const [dated, setDated] = useState('')
  const [error, setError] = useState<string | undefined>()
  /** Files with few entries: loaded with a reason only. */
  const [shrunk, setShrunk] = useState<File[] | null>(null)
  const load = useMutation({
    mutationFn: async ({ files, shrunkReason }: { files: File[]; shrunkReason?: string }) => {
      const parts = JSON.stringify(files.map(({ name, size }) => [name, size]))
      const given = Object.entries({ dated, shrunkReason: shrunkReason ?? '', files: parts })
      const query = new URLSearchParams(given.filter(([, text]) => text !== '')).toString()
      const headers = { 'content-type': 'application/octet-stream' }
      const response = await request(`${LIST_FILE_PATH}?${query}`, {
        method: 'POST',
        headers,
        body: new Blob(files),
      })
      // The server checks its response against the contract.
      return (await readJson(response)) as Edition
    },
    onMutate: () => setError(undefined),
    onSuccess: ({ source, inForceAt }) => {
      setShrunk(null)
      toast({
        title:
          inForceAt === null ? `${listSources[source].label}: list loaded` : 'This list is in use already',
      })
    },
    onError: (problem, { files }) => {
      setError(detailOf(problem))
      const code = problem instanceof ApiError ? problem.problem?.code : undefined
      setShrunk(code === 'list-shrunk' || code === 'list-small' ? files : null)
    },
    onSettled: () => client.invalidateQueries({ queryKey: listsQuery.queryKey }),
  })
  return (
    <section aria-label="Load a list" className="grid max-w-narrow gap-6">
      <h2 className="text-xl">Load a list</h2>
      <TextInput
        label="Date of the file"
        name="dated"
        type="date"
        width="short"
        optional
        hint="For OFAC’s and your own list, which have no date of their own."
        value={dated}
        onChange={({ target }) => setDated(target.value)}
      />
      <FileDrop
        label="File"
        name="list"
        hint="United Nations (XML), OFAC (SDN.XML, or sdn.csv with alt.csv, add.csv and sdn_comments.csv together), European Union and United Kingdom (CSV), or your own list (Excel or CSV). Also as ZIP. At most 100 MB."
        accept={ACCEPTED}
        multiple
        disabled={load.isPending}
        browseLabel={load.isPending ? 'Loading...' : 'Choose files'}
        error={error}
        onFiles={(files) => {
          if (files.length > 0) load.mutate({ files })
        }}
      />
      {shrunk === null ? null : (
        <ShrunkForm
          pending={load.isPending}
          onLoad={(shrunkReason) => load.mutate({ files: shrunk, shrunkReason })}
        />
      )}
    </section>
  )
}

/** Loads a list with few entries all the same: with a reason, for a second person. */
function ShrunkForm({ pending, onLoad }: { pending: boolean; onLoad: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  const [submitted, setSubmitted] = useState(false)
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (reason.trim() !== '') onLoad(reason.trim())
      }}
    >
      <TextArea
        label="Why is the list complete?"
        name="shrunk-reason"
        rows={3}
        hint="If the list really has that few entries, load it with a reason. Another administrator starts using it."
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={submitted && reason.trim() === '' ? 'Please give a reason' : undefined}
      />
      <Button type="submit" tone="secondary" pending={pending} pendingLabel="Loading...">
        Load with this reason
      </Button>
    </form>
  )
}
