import { FileText } from 'lucide-react'
import { useState } from 'react'

/** A thumbnail of a document's first page, or an icon if there is none. */
export function Thumbnail({ src }: { src?: string | undefined }) {
  const [failed, setFailed] = useState<string>()
  return (
    <span
      aria-hidden="true"
      className="relative flex h-14 w-11 shrink-0 items-center justify-center overflow-hidden rounded-sm border border-hairline bg-sunken text-ink-soft"
    >
      <FileText className="size-6" />
      {src === undefined || src === failed ? null : (
        <img
          key={src}
          src={src}
          alt=""
          decoding="async"
          onError={() => setFailed(src)}
          className="absolute inset-0 size-full object-cover object-top"
        />
      )}
    </span>
  )
}
