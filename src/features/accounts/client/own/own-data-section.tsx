import { DownloadButton } from '#features/documents/client/download-button.tsx'
import { Section } from '#base/client/ui/section.tsx'

/** A client's own data as a download (POPIA, section 23). */
export function OwnDataSection() {
  return (
    <Section
      title="Your data"
      description="Everything we hold about you in one file: your answers and documents, what you agreed to, the emails we sent you, and a history of activity. Store it somewhere safe: it contains your ID and financial details. Records that the law forbids us to disclose are not part of it. We keep what the law asks us to keep for at least five years after you stop being our client."
    >
      <DownloadButton from="/api/account/data" name="my-data.zip">
        Download my data
      </DownloadButton>
    </Section>
  )
}
