import { LinkButton } from '#base/client/ui/link-button.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { PageLayout } from './layouts/page-layout.tsx'
import { paths } from '#base/client/paths.ts'

/** For unknown addresses (specification section 2, "Route table"). */
export function NotFoundPage() {
  return (
    <PageLayout width="narrow">
      <PageHeading
        title="404 Page Not Found"
        lead="We can’t find that page. Check the address, or go back home."
      />
      <LinkButton href={paths.home}>Go to the home page</LinkButton>
    </PageLayout>
  )
}
