import { useState } from 'react'
import type { ReviewedPackTask } from '#features/due-diligence/api/due-diligence.ts'
import { PaperFiles } from '#features/due-diligence/client/paper-files.tsx'
import { Select } from '#base/client/ui/select.tsx'

type AddPaperProps = { applicationId: string; task: ReviewedPackTask }

/** Adds a document that the client brought, such as a scan, to one of their tasks. */
export function AddPaper({ applicationId, task: { task, papers } }: AddPaperProps) {
  const [chosen, setChosen] = useState('')
  const paper = papers.find((one) => one.paper === chosen)
  if (papers.length === 0) return null
  return (
    <details>
      <summary className="text-link py-2.5 font-semibold">Add a document for the client</summary>
      <div className="mt-2 grid gap-5">
        <Select
          label="Which document is it?"
          name="paper"
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
          options={papers.map(({ paper: value, label }) => ({ value, label }))}
        />
        {paper === undefined ? null : (
          <PaperFiles
            key={paper.paper}
            {...{ applicationId, task, paper }}
            id={`add-${paper.paper}`}
            // The dialog lists what was given.
            files={[]}
          />
        )}
      </div>
    </details>
  )
}
