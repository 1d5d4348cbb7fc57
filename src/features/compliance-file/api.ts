import { z } from 'zod'
import { endpoints } from '#features/access/api/endpoint.ts'

const day = z.iso.date('Please choose a day')

/** The files that answer an inspector about clients and staff (FICA, sections 22 and 42; docs/decisions/0142). */
export const inspectorFileEndpoints = endpoints({
  'GET /api/admin/applications/{id}/inspector-file': {
    summary:
      'Download the inspector’s file of a client as a ZIP: a readable file, its papers, their sums, and the audit proof. Recorded.',
    tag: 'Review',
    access: 'inspector-file.download',
    params: z.strictObject({ id: z.uuid() }),
    answer: 'file',
  },
  'GET /api/admin/staff/{id}/inspector-file': {
    summary:
      'Download the inspector’s file of a member of staff as a ZIP: how they were compared with sanctions lists, and the audit proof; 404 for the own account. Recorded.',
    tag: 'Review',
    access: 'inspector-file.download',
    params: z.strictObject({ id: z.uuid() }),
    answer: 'file',
  },
  'GET /api/admin/inspector-files': {
    summary:
      'Download the inspector’s files of all clients onboarded in a period as one ZIP, with a folder for each. Recorded for each.',
    tag: 'Review',
    access: 'inspector-file.download',
    /** Days in South Africa, both included. */
    query: z.strictObject({ from: day, to: day }),
    answer: 'file',
  },
})

type InspectorFileEndpoints = typeof inspectorFileEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends InspectorFileEndpoints {}
}
