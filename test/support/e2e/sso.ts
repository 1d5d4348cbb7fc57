import { freePort } from '#test/support/free-port.ts'
import { startIdentityProvider, type IdentityProvider } from '#test/support/identity-provider.ts'
import { ssoVariables } from '#test/support/sso-variables.ts'
import { startProduct, type Product } from './product.ts'

/** The product with a provider of single sign-on, on whose page people choose who they are. */
export interface SsoProduct {
  product: Product
  idp: IdentityProvider
  /** The address that the provider knows. */
  site: string
  close: () => Promise<void>
}

/** The provider is another site, as in reality: cookies, redirects and the content policy are put to the test. */
export async function startSsoProduct(): Promise<SsoProduct> {
  const port = await freePort()
  const site = `http://localhost:${port}`
  const idp = await startIdentityProvider({ site, page: true, people: {} })
  const { product, close } = await startProduct({
    clockMoves: false,
    variables: {
      PORT: String(port),
      BASE_URL: site,
      OIDC_PROVIDERS: 'test',
      OIDC_TEST_LABEL: 'Demo Provider',
      ...ssoVariables(idp),
    },
  })
  return {
    product,
    idp,
    site,
    async close() {
      await close()
      await idp.stop()
    },
  }
}
