import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { PageLayout } from './layouts/page-layout.tsx'
import { paths } from './paths.ts'

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
