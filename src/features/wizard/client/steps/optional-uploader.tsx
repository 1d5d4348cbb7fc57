import type { ComponentProps } from 'react'
import { DocumentUploader } from '#features/documents/client/document-uploader.tsx'
import { useUploads } from '#features/documents/client/use-uploads.ts'
import { AddButton, useFolded } from './use-folding.tsx'

type OptionalUploaderProps = Pick<ComponentProps<typeof DocumentUploader>, 'kind' | 'files' | 'hint'> & {
  /** "Add a payslip" */
  addLabel: string
}

/** An uploader of optional documents, closed in narrow windows until there is something to upload. */
export function OptionalUploader({ addLabel, ...uploader }: OptionalUploaderProps) {
  const { kind, files } = uploader
  const { items } = useUploads(kind).queue
  const { folded, open } = useFolded(files.length + items.length === 0, kind)
  if (folded) return <AddButton onPress={open}>{addLabel}</AddButton>
  return <DocumentUploader {...uploader} optional />
}
